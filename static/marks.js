// @ts-check
// One mark of each road, in a cell of 10 by 10. Knows no rule of the game.
import { svg } from "./svg.js";

/**
 * @typedef {Cell & { glyph?: string, glyphLang?: string, player_pair?: boolean, banker_pair?: boolean, natural?: boolean, tag?: Tag | null }} Mark
 * @typedef {(mark: Mark) => SVGElement} Painter
 */

/** @type {Record<string, Painter>} */
export const PAINTERS = {
  bead_plate: bead,
  big_road: ring,
  big_eye_boy: ({ mark }) => svg("g", { class: `hollow ${mark}` }, svg("circle", { cx: 5, cy: 5, r: 3.5 })),
  small_road: ({ mark }) => svg("g", { class: `solid ${mark}` }, svg("circle", { cx: 5, cy: 5, r: 4 })),
  cockroach_pig: ({ mark }) => svg("g", { class: `slash ${mark}` }, svg("path", { d: "M1.8 8.2L8.2 1.8" })),
};

/** The middle of what stands over a tag, as the letter in a bead. */
const TAGGED = 3.9;

/** A bead: a disc with its letter, character or total. @type {Painter} */
function bead(mark) {
  const { glyph = "", glyphLang = "", tag } = mark;
  const letter = svg("text", { x: 5, y: tag ? TAGGED : 5, dy: "0.36em", lang: glyphLang }, glyph);
  const drawn = svg("g", { class: `bead ${mark.mark}` }, body(4.4), letter);
  drawn.append(...corners(mark));
  return drawn;
}

/** A big road cell: a hollow ring, ties as a slash across it and, from two on, their number. @type {Painter} */
function ring(mark) {
  const drawn = svg("g", { class: `ring ${mark.mark ?? "none"}` });
  if (mark.mark) drawn.append(body(3.7));
  if (mark.ties) drawn.append(svg("path", { class: "tie-slash", d: mark.tag ? "M4.2 5.8L8.1 1.9" : "M1.9 8.1L8.1 1.9" }));
  if (mark.ties && mark.ties > 1) {
    drawn.append(svg("text", { class: "tie-count", x: 5, y: mark.tag ? TAGGED : 5, dy: "0.36em" }, String(mark.ties)));
  }
  drawn.append(...corners(mark));
  return drawn;
}

/** A disc or ring, which a theme may make square for one side. @param {number} r */
function body(r) {
  return svg("rect", { class: "body", x: 5 - r, y: 5 - r, width: 2 * r, height: 2 * r });
}

/** Banker pair top left, player pair bottom right, natural top right, the best side bet bottom left. @param {Mark} mark */
function corners({ banker_pair, player_pair, natural, tag }) {
  const drawn = [];
  if (banker_pair) drawn.push(svg("circle", { class: "pair banker", cx: 1.6, cy: 1.6, r: 1.35 }));
  if (player_pair) drawn.push(svg("circle", { class: "pair player", cx: 8.4, cy: 8.4, r: 1.35 }));
  if (natural) drawn.push(svg("path", { class: "natural-mark", d: "M8.8 0.4L9.7 1.3L8.8 2.2L7.9 1.3Z" }));
  if (tag) drawn.push(plate(tag));
  return drawn;
}

/** How wide a plate of one to three letters is, and its letters. */
const WIDTHS = [3.2, 5.6, 6.5];

/** A side bet's letters on a plate, as wide as they may be beside the player's pair. @param {Tag} tag */
function plate({ short, rare }) {
  const letters = [...short].length;
  const width = WIDTHS[letters - 1] ?? 6.5;
  /** @type {Record<string, string | number>} */
  const fit = letters > 1 ? { textLength: width - 0.8, lengthAdjust: "spacingAndGlyphs" } : {};
  return svg(
    "g",
    { class: `side-mark ${rare ? "rare" : "common"}` },
    svg("rect", { class: "plate", x: 0.2, y: 6.2, width, height: 3.6, rx: 0.7 }),
    svg("text", { x: 0.2 + width / 2, y: 8, dy: "0.36em", ...fit }, short),
  );
}
