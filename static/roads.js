// @ts-check
// The five roads as SVG. Draws cells that the server worked out; knows no rule of the game.
import { PAINTERS } from "./marks.js";
import { svg, sync } from "./svg.js";

const ROWS = 6;
const CELL = 10; // units of the viewBox

/** @typedef {import("./marks.js").Mark} Mark */

/** One road in its window: scrolls by whole columns, so a mark never changes its row. */
export class Road {
  /**
   * @param {HTMLElement} place an element with data-road; its style's --columns says how many
   *   columns its window has
   * @param {string} isScrolled what is said of a road whose first columns are not shown
   */
  constructor(place, isScrolled) {
    this.isScrolled = isScrolled;
    this.name = place.dataset.road ?? "";
    this.columns = Number(getComputedStyle(place).getPropertyValue("--columns")) || 1;
    this.grid = svg("path", { class: "grid", d: gridLines(this.columns) });
    this.marks = svg("g");
    this.spot = svg("rect", { class: "spot", width: CELL, height: CELL, rx: 1.5 });
    this.window = svg("g", {}, this.spot, this.marks);
    this.earlier = edge(0.5);
    this.later = edge(this.columns * CELL - 0.5);
    this.picture = svg(
      "svg",
      { role: "img", viewBox: `0 0 ${this.columns * CELL} ${ROWS * CELL}` },
      this.grid,
      this.window,
      this.earlier,
      this.later,
    );
    place.replaceChildren(this.picture);
  }

  /**
   * @param {Mark[]} marks in the order in which they came
   * @param {string} label what is said of them to those who cannot see them
   * @param {boolean} isFresh whether the newest one is to be looked for
   */
  paint(marks, label, isFresh = true) {
    const last = Math.max(-1, ...marks.map((mark) => mark.column));
    // The newest column at the right; but a new streak may begin far left of a long one's tail.
    const first = Math.max(0, Math.min(last + 1 - this.columns, marks.at(-1)?.column ?? 0));
    const paint = PAINTERS[this.name];
    if (!paint) throw new Error(`no road is called ${this.name}`);
    const shapes = marks
      .filter((mark) => mark.column >= first && mark.column < first + this.columns)
      .map((mark) => ({ key: JSON.stringify(mark), draw: () => placed(paint(mark), mark) }));
    sync(this.marks, shapes);
    const newest = isFresh ? shapes.at(-1)?.key : undefined;
    this.spot.classList.toggle("shown", newest !== undefined);
    set(this.spot, "x", String((marks.at(-1)?.column ?? 0) * CELL));
    set(this.spot, "y", String((marks.at(-1)?.row ?? 0) * CELL));
    for (const drawn of this.marks.children) drawn.classList.toggle("newest", drawn.getAttribute("data-key") === newest);
    // The window moves over the road; what stands on it stays.
    set(this.window, "transform", `translate(${-first * CELL} 0)`);
    set(this.picture, "data-first-column", String(first));
    set(this.picture, "aria-label", first > 0 ? `${label}. ${this.isScrolled}` : label);
    this.earlier.classList.toggle("shown", first > 0);
    this.later.classList.toggle("shown", last >= first + this.columns);
  }
}

/** The three marks that a win would bring, for an ask box. @param {Ask} ask */
export function askMarks(ask) {
  const picture = svg("svg", { viewBox: "0 0 32 10", "aria-hidden": "true" });
  /** @type {Derived[]} */
  const order = ["big_eye_boy", "small_road", "cockroach_pig"];
  order.forEach((name, n) => {
    const mark = ask[name];
    const drawn = PAINTERS[name]?.({ column: 0, row: 0, mark: mark ?? "none" });
    if (!drawn) return;
    drawn.setAttribute("transform", `translate(${n * 11} 0)`);
    drawn.setAttribute("data-mark", mark ?? "none");
    picture.append(drawn);
  });
  return picture;
}

/** @type {(drawn: SVGElement, mark: Mark) => SVGElement} */
function placed(drawn, mark) {
  drawn.setAttribute("transform", `translate(${mark.column * CELL} ${mark.row * CELL})`);
  drawn.setAttribute("data-cell", `${mark.column},${mark.row}`);
  drawn.setAttribute("data-mark", mark.mark ?? "none");
  return drawn;
}

/** The mark at a window's edge that there is more of the road beyond it. @param {number} x */
function edge(x) {
  return svg("path", { class: "hidden-columns", d: `M${x} 0V${ROWS * CELL}` });
}

/** @type {(element: Element, name: string, value: string) => void} */
function set(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** @param {number} columns */
function gridLines(columns) {
  const lines = [];
  for (let column = 1; column < columns; column += 1) lines.push(`M${column * CELL} 0V${ROWS * CELL}`);
  for (let row = 1; row < ROWS; row += 1) lines.push(`M0 ${row * CELL}H${columns * CELL}`);
  return lines.join("");
}
