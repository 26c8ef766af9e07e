// @ts-check
// The five roads as SVG. Draws cells that the server worked out; knows no rule of the game.
import { svg, sync } from "./svg.js";

const ROWS = 6;
const CELL = 10; // units of the viewBox

/** How each road draws one mark, in a cell of 10 by 10. @type {Record<string, Painter>} */
const PAINTERS = {
  bead_plate: bead,
  big_road: ring,
  big_eye_boy: (cell) => circle(cell, "hollow"),
  small_road: (cell) => circle(cell, "solid"),
  cockroach_pig: slash,
};

/**
 * @typedef {Cell & { player_pair?: boolean, banker_pair?: boolean }} Mark
 * @typedef {(mark: Mark) => SVGElement} Painter
 */

const PORTRAIT = matchMedia("(orientation: portrait)");

/** One road in its window: scrolls by whole columns, so a mark never changes its row. */
export class Road {
  /**
   * @param {HTMLElement} place an element with data-road, and with data-columns: how many columns
   *   the window has on a landscape and on a portrait screen
   */
  constructor(place) {
    const [landscape = "", portrait = landscape] = (place.dataset.columns ?? "").split(" ");
    this.name = place.dataset.road ?? "";
    this.columns = 0;
    /** @type {Mark[]} */
    this.shown = [];
    this.grid = svg("path", { class: "grid" });
    this.marks = svg("g");
    this.hidden = svg("path", { class: "hidden-columns", d: `M0.4 0V${ROWS * CELL}` });
    this.picture = svg("svg", { role: "img" }, this.grid, this.marks, this.hidden);
    place.append(this.picture);
    const fit = () => this.fit(Number(PORTRAIT.matches ? portrait : landscape));
    PORTRAIT.addEventListener("change", fit);
    fit();
  }

  /** @param {number} columns of the window from now on */
  fit(columns) {
    this.columns = columns;
    this.picture.setAttribute("viewBox", `0 0 ${columns * CELL} ${ROWS * CELL}`);
    this.grid.setAttribute("d", gridLines(columns));
    this.paint(this.shown);
  }

  /** @param {Mark[]} marks in the order in which they came */
  paint(marks) {
    this.shown = marks;
    const last = Math.max(-1, ...marks.map((mark) => mark.column));
    const first = Math.max(0, last + 1 - this.columns);
    const newest = marks.at(-1);
    const paint = PAINTERS[this.name];
    if (!paint) throw new Error(`no road is called ${this.name}`);
    sync(
      this.marks,
      marks
        .filter((mark) => mark.column >= first)
        .map((mark) => ({
          key: JSON.stringify([mark, first, mark === newest]),
          draw: () => {
            const drawn = paint(mark);
            const x = (mark.column - first) * CELL;
            drawn.setAttribute("transform", `translate(${x} ${mark.row * CELL})`);
            drawn.setAttribute("data-cell", `${mark.column},${mark.row}`);
            drawn.setAttribute("data-mark", mark.mark ?? "none");
            if (mark === newest) drawn.classList.add("newest");
            return drawn;
          },
        })),
    );
    this.picture.setAttribute("data-first-column", String(first));
    this.hidden.classList.toggle("shown", first > 0);
    this.picture.setAttribute("aria-label", `${this.name.replaceAll("_", " ")}, ${marks.length}`);
  }
}

/** The three marks that a win would bring, for an ask box. @param {Ask} ask */
export function askMarks(ask) {
  const picture = svg("svg", { viewBox: "0 0 34 10", "aria-hidden": "true" });
  /** @type {Derived[]} */
  const order = ["big_eye_boy", "small_road", "cockroach_pig"];
  order.forEach((name, n) => {
    const mark = ask[name];
    const drawn = PAINTERS[name]?.({ column: 0, row: 0, mark: mark ?? "none" });
    if (!drawn) return;
    drawn.setAttribute("transform", `translate(${n * 12} 0)`);
    drawn.setAttribute("data-mark", mark ?? "none");
    picture.append(drawn);
  });
  return picture;
}

/** @param {number} columns */
function gridLines(columns) {
  const lines = [];
  for (let column = 1; column < columns; column += 1) lines.push(`M${column * CELL} 0V${ROWS * CELL}`);
  for (let row = 1; row < ROWS; row += 1) lines.push(`M0 ${row * CELL}H${columns * CELL}`);
  return lines.join("");
}

/** @type {Record<string, string>} */
const LETTERS = { banker: "B", player: "P", tie: "T" };

/** A bead: a disc with its letter, banker pair top left, player pair bottom right. @type {Painter} */
function bead({ mark, player_pair, banker_pair }) {
  const drawn = svg(
    "g",
    { class: `bead ${mark}` },
    svg("circle", { cx: 5, cy: 5, r: 4.4 }),
    svg("text", { x: 5, y: 5, dy: "0.36em" }, LETTERS[mark ?? ""] ?? ""),
  );
  if (banker_pair) drawn.append(svg("circle", { class: "pair banker", cx: 1.5, cy: 1.5, r: 1.3 }));
  if (player_pair) drawn.append(svg("circle", { class: "pair player", cx: 8.5, cy: 8.5, r: 1.3 }));
  return drawn;
}

/** A big road cell: a hollow ring, ties as a slash across it and their number. @type {Painter} */
function ring({ mark, ties }) {
  const drawn = svg("g", { class: `ring ${mark ?? "none"}` });
  if (mark) drawn.append(svg("circle", { cx: 5, cy: 5, r: 3.9 }));
  if (ties) drawn.append(svg("path", { class: "tie-slash", d: "M1.6 8.4L8.4 1.6" }));
  if (ties && ties > 1) {
    drawn.append(svg("text", { class: "tie-count", x: 5, y: 5, dy: "0.36em" }, String(ties)));
  }
  return drawn;
}

/**
 * @param {Mark} mark
 * @param {"hollow" | "solid"} form
 */
function circle({ mark }, form) {
  const r = form === "hollow" ? 3.5 : 4;
  return svg("g", { class: `${form} ${mark}` }, svg("circle", { cx: 5, cy: 5, r }));
}

/** @type {Painter} */
function slash({ mark }) {
  return svg("g", { class: `slash ${mark}` }, svg("path", { d: "M1.8 8.2L8.2 1.8" }));
}
