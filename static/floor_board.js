// @ts-check
// The tiles of the floor and the view of them: functions of what the tables are now.
import { element, show, text } from "./dom.js";
import { gridFor } from "./floor_grid.js";
import { choose, readView, writeView } from "./floor_view.js";
import { speaker } from "./language.js";
import { notes, TableTile } from "./tile.js";

/** @typedef {import("./language.js").Key} Key */

const asked = new URLSearchParams(location.search);
const passedOn = ["token", "lang", "theme", "reversed"].flatMap((key) => asked.get(key) === null ? [] : [[key, asked.get(key) ?? ""]]);
const query = passedOn.length ? `?${new URLSearchParams(passedOn)}` : ""; // to a table's own display
const words = await speaker([document.documentElement.lang]);
const list = element("tiles");
const form = /** @type {HTMLFormElement} */ (element("view"));
const selects = /** @type {NodeListOf<HTMLSelectElement>} */ (form.querySelectorAll("select"));

/** @type {Map<string, TableTile>} */
const drawn = new Map();
/** @type {Map<string, Tile>} */
let tiles = new Map();
let view = readView(location.search);
let fitted = "";
let columns = 1; // of each road
let room = { width: 0, height: 0 }; // px; asking the browser costs it a layout, so it is asked seldom

for (const place of document.querySelectorAll("[data-say]")) {
  place.textContent = words.line(/** @type {Key} */ (/** @type {HTMLElement} */ (place).dataset.say));
}
document.title = words.line("floor_title");
if (![...selects].some(({ name, options }) => name === "pattern" && [...options].some(({ value }) => value === view.pattern))) {
  view = { ...view, pattern: "" }; // no pattern is called so
}
form.hidden = !view.controls;
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", () => {
  const chosen = Object.fromEntries([...selects].map(({ name, value }) => [name, value]));
  look({ ...view, ...chosen, stake: Number(chosen.stake) || null });
});
element("reset").addEventListener("click", () => look(readView("")));
const measuring = new ResizeObserver(measure);
for (const id of ["room", "top", "bottom"]) measuring.observe(element(id));
addEventListener("resize", measure);

/** @param {import("./floor_view.js").View} wanted */
function look(wanted) {
  const isRenamed = (wanted.pattern === "") !== (view.pattern === "");
  view = { ...wanted, controls: view.controls };
  if (isRenamed) tiles.forEach(drawTile);
  history.replaceState(null, "", `${location.pathname}${writeView(location.search, view)}`);
  arrange();
}

/** Draw all tables, of which some changed. @type {(now: Map<string, Tile>, changed: Tile[]) => void} */
export function paint(now, changed) {
  tiles = now;
  changed.forEach(drawTile);
  for (const [table, { item }] of drawn) {
    if (!now.has(table)) {
      item.remove();
      drawn.delete(table);
    }
  }
  arrange();
}

/** @param {Tile} tile */
function drawTile(tile) {
  const { table } = tile;
  let place = drawn.get(table);
  if (!place) {
    place = new TableTile(words, `/display/${table}${query}`);
    drawn.set(table, place);
  }
  place.paint(tile, view.pattern !== "");
}

/** Put the tiles that the view shows in its order, and the controls as the view is. */
function arrange() {
  const shown = choose(tiles.values(), view);
  const focus = document.activeElement;
  const items = shown.flatMap(({ table }) => drawn.get(table)?.item ?? []);
  const isKept = new Set(items);
  for (const item of [...list.children]) if (!isKept.has(/** @type {HTMLElement} */ (item))) item.remove();
  items.forEach((item, n) => {
    if (list.children[n] !== item) list.insertBefore(item, list.children[n] ?? null);
  });
  if (focus instanceof HTMLElement && focus !== document.activeElement && focus.isConnected) focus.focus();

  const namesPatterns = view.pattern !== "";
  text("shown", words.line("floor_shown", { shown: shown.length, all: tiles.size }));
  show("none", shown.length === 0 && tiles.size > 0);
  show("pattern-hint", namesPatterns);
  offerStakes();
  for (const select of selects) {
    const value = String(view[/** @type {"sort"} */ (select.name)] ?? "");
    if (select.value !== value) select.value = value; // one that is open just now stays open
  }
  element("reset").hidden = writeView("", view) === "";
  const hasNotes = namesPatterns || shown.some((tile) => notes(tile, words, false).length > 0);
  fit(shown.length, hasNotes);
}

function measure() {
  room = { width: list.clientWidth, height: innerHeight - list.offsetTop - element("bottom").offsetHeight };
  fit();
}

/** Cut tiles and roads to the room that there is. */
function fit(count = list.children.length, hasNotes = list.dataset.notes === "true") {
  resize(count, hasNotes);
  for (const tile of drawn.values()) if (tile.item.isConnected) tile.fit(columns);
}

/** @type {(count: number, hasNotes: boolean) => void} */
function resize(count, hasNotes) {
  const { width, height } = room;
  const key = [count, width, height, hasNotes].join();
  if (key === fitted || !width) return;
  fitted = key;
  const grid = gridFor(count, width, height, hasNotes);
  const { style, dataset } = list;
  dataset.notes = String(hasNotes);
  dataset.form = grid.form;
  document.body.dataset.scrolls = String(grid.scrolls);
  style.setProperty("--across", String(grid.across));
  style.setProperty("--unit", `${grid.unit}px`);
  style.setProperty("--width", `${grid.width}px`);
  style.setProperty("--height", `${grid.height}px`);
  columns = grid.columns;
}

/** A stake can be chosen of each lowest limit on the floor, and of what the address says. */
function offerStakes() {
  const select = /** @type {HTMLSelectElement} */ (element("stake"));
  const stakes = [...new Set([...[...tiles.values()].map(({ limits }) => limits.min), ...(view.stake ? [view.stake] : [])])];
  const key = stakes.sort((one, other) => one - other).join();
  if (select.dataset.key === key) return;
  select.dataset.key = key;
  const [any] = select.options;
  select.replaceChildren(...(any ? [any] : []), ...stakes.map((stake) => new Option(words.number(stake), String(stake))));
}

/** What the tables are now, by name. */
export function tilesNow() {
  return tiles;
}

/** Say how the link is. @type {(link: Link, seconds: number, key: Key | "") => void} */
export function tell(link, seconds, key) {
  document.body.dataset.link = link;
  if (link === "live") return;
  text("stale", words.line("floor_not_live", { seconds }));
  text("cover-title", words.line(link === "connecting" ? "floor_title" : "not_connected"));
  const why = key && key !== "not_drawn" ? words.line(key) : words.line(key ? "floor_not_drawn" : "floor_not_reached", { seconds });
  text("cover-text", link === "connecting" ? words.line("floor_connecting") : `${why} ${words.line("floor_comes_back")}`);
}
