// @ts-check
// Paints a snapshot on the display's page; what did not change is left alone.
import { showHand } from "./cards.js";
import { element, show, text } from "./dom.js";
import { fit } from "./fit.js";
import { speaker } from "./language.js";
import { askMarks, Road } from "./roads.js";
import { showLimits } from "./limits.js";
import { handsOf, isByHand, isIdle, notesOf, stateOf, titleOf } from "./states.js";
import { showWon } from "./won.js";

/** @typedef {import("./language.js").Key} Key */

const body = document.body;
const words = await speaker((body.dataset.languages ?? "en").split(" "));
const roads = [...document.querySelectorAll("[data-road]")].map((place) => new Road(/** @type {HTMLElement} */ (place), words.line("earlier_columns")));
const beads = body.dataset.beads ?? "letter";
const glyphLang = beads === "character" && !/^(zh|ja)/.test(words.languages[0]?.tag ?? "") ? "zh-Hant" : (words.languages[0]?.tag ?? "");

/** The coup whose result stands on the panel, to celebrate a new one only. */
let won = "";
/** @type {Ask | null} */
let asked = null;

standingWords();
document.fonts?.addEventListener("loadingdone", () => fit(true));

/**
 * @param {Snapshot} now
 * @param {{ isResting?: boolean }} [more] isResting: no shoe was open for long
 */
export function paint(now, { isResting = false } = {}) {
  const state = stateOf(now, isResting);
  const idle = isIdle(state);
  body.dataset.state = state;
  header(now);
  panel(now, state);
  const road = idle ? null : now.roads;
  for (const one of roads) {
    const name = /** @type {keyof Snapshot["roads"]} */ (one.name);
    const marks = road ? marksOf(now, name) : [];
    one.paint(marks, `${words.line(name)}, ${marks.length}`, !now.coup);
  }
  ask(idle ? null : now.ask);
  for (const place of document.querySelectorAll("[data-count]")) {
    const name = /** @type {HTMLElement} */ (place).dataset.count ?? "";
    const count = name === "coups" ? now.shoe.coups : (now.counts[name] ?? 0);
    text(place, words.number(idle ? 0 : count));
  }
  showLimits(words, now);
  fit();
}

/** How the link is. @type {(link: Link, seconds: number, key: Key | "") => void} */
export function tell(link, seconds, key) {
  body.dataset.link = link;
  if (link === "live") return;
  words.put(element("stale"), "not_live", { seconds });
  if (link === "connecting") words.put(element("cover-text"), "connecting");
  else sentences(element("cover-text"), key || "not_reached", seconds);
  fit();
}

/** @type {(place: HTMLElement, key: Key, seconds: number) => void} */
function sentences(place, key, seconds) {
  const said = words.say(key, { seconds });
  const more = words.say("comes_back");
  const spans = said.map(({ lang, text: sentence }, n) => span(lang, `${sentence} ${more[n]?.text ?? ""}`));
  place.replaceChildren(...spans);
}

/** @param {Snapshot} now */
function header(now) {
  text(element("title"), now.title);
  text(element("idle-title"), now.title);
  text(element("cover-table"), now.title);
  words.put(element("shoe"), now.shoe.number ? "shoe_number" : "", { number: now.shoe.number });
  const number = now.coup?.number ?? now.void ?? now.last?.number;
  words.put(element("coup"), number && now.phase !== "closed" ? "coup_number" : "", { number: number ?? 0 });
  show("simulated", now.simulated);
  show("trouble", Boolean(now.trouble));
  show("manual", isByHand(now));
}

/** @type {(now: Snapshot, state: import("./states.js").State) => void} */
function panel(now, state) {
  const place = element("panel");
  const hands = handsOf(now, state);
  for (const side of /** @type {const} */ (["player", "banker"])) {
    showHand(element(`${side}-cards`), hands?.[side] ?? [], (key, values) => words.line(key, values));
    const total = hands?.[`${side}_total`];
    text(element(`${side}-total`), total === null || total === undefined ? "" : words.number(total));
  }
  words.put(element("outcome"), ...titleOf(now, state));
  words.put(element("idle-state"), ...titleOf(now, state));
  const outcome = state === "result" && now.last ? now.last.outcome : "";
  const coup = outcome && `${now.shoe.number} ${now.last?.number} ${outcome}`;
  if (coup !== won) place.classList.toggle("fresh", Boolean(body.dataset.seen));
  won = coup;
  body.dataset.seen = "1";
  place.dataset.outcome = outcome;
  showWon(words, now, state === "result", notesOf(now, state));
}

/** A road's cells with what else is drawn on them. @type {(now: Snapshot, name: keyof Snapshot["roads"]) => import("./marks.js").Mark[]} */
function marksOf(now, name) {
  const cells = now.roads[name];
  if (name === "bead_plate") return cells.map((cell, n) => ({ ...cell, ...now.beads[n], glyph: glyph(cell.mark, now.beads[n]), glyphLang }));
  if (name !== "big_road") return cells;
  // The wins, in their order; a tie's own pairs are on the bead plate alone.
  const wins = now.beads.filter((_, n) => now.roads.bead_plate[n]?.mark !== "tie");
  let win = 0;
  return cells.map((cell) => {
    if (cell.mark !== "banker" && cell.mark !== "player") return cell;
    const { player_pair, banker_pair, natural, tag } = wins[win++] ?? {};
    return { ...cell, player_pair, banker_pair, natural, tag };
  });
}

/** @type {(mark: string | null, bead: Snapshot["beads"][number] | undefined) => string} */
function glyph(mark, bead) {
  if (beads === "total" && typeof bead?.total === "number") return words.number(bead.total);
  return words.line(/** @type {Key} */ (`${mark}_${beads === "character" ? "character" : "letter"}`));
}

/** @param {Snapshot["ask"] | null} now */
function ask(now) {
  const empty = { big_eye_boy: null, small_road: null, cockroach_pig: null };
  const wanted = now ?? { banker: empty, player: empty };
  const key = JSON.stringify(wanted);
  if (key === String(element("ask").dataset.shown)) return;
  element("ask").dataset.shown = key;
  for (const side of /** @type {const} */ (["banker", "player"])) {
    element(`ask-${side}`).replaceChildren(askMarks(wanted[side]));
  }
}

/** The words that stay as long as the page does. */
function standingWords() {
  /** @type {[string, Key][]} */
  const standing = [
    ["player-name", "player"], ["banker-name", "banker"], ["simulated", "simulated"],
    ["trouble", "not_recording"], ["manual", "reader_lost"], ["if-banker", "if_banker"],
    ["if-player", "if_player"], ["regular", "regular"], ["irregular", "irregular"],
    ["big_eye_boy-name", "big_eye_boy"], ["small_road-name", "small_road"],
    ["cockroach_pig-name", "cockroach_pig"], ["count-banker_pair", "banker_pair_short"],
    ["count-player_pair", "player_pair_short"], ["count-natural", "natural"],
    ["count-coups", "coups"], ["cover-title", "not_connected"], ["cover-text", "connecting"],
  ];
  for (const [id, key] of standing) words.put(element(id), key);
  for (const side of ["banker", "player", "tie"]) {
    const disc = span(glyphLang, words.line(/** @type {Key} */ (`${side}_${beads === "character" ? "character" : "letter"}`)));
    disc.className = "disc";
    element(`count-${side}`).replaceChildren(disc);
  }
  for (const place of document.querySelectorAll("[data-say]")) {
    place.setAttribute("aria-label", words.line(/** @type {Key} */ (/** @type {HTMLElement} */ (place).dataset.say)));
  }
}

/** @type {(lang: string, content: string) => HTMLElement} */
function span(lang, content) {
  const made = document.createElement("span");
  made.lang = lang;
  made.textContent = content;
  return made;
}
