// @ts-check
// How large the tiles of the floor are: as large as lets all be seen, and never too small to read.

const CELL = 16; // of the road, in units; every size of a tile is in units
const ROAD = 6 * CELL;
const GAP = 10; // px
const LEAST = 0.72; // px a unit: below that the page scrolls
const LEAST_IN_HAND = 1.3; // ... on a phone
const IN_HAND = 700; // px that a phone is not wider than
const MOST = 6;

/**
 * What a tile needs, in units: its width, and the height of all but its road, which keeps so many
 * columns where it may be larger than it need be. The wide one says more.
 * @type {Record<"wide" | "close", { width: number, text: number, notes: number, inset: number, columns: number }>}
 */
const FORMS = {
  wide: { width: 320, text: 112, notes: 24, inset: 26, columns: 15 },
  close: { width: 224, text: 76, notes: 20, inset: 18, columns: 11 },
};
const WIDE_FROM = 1.3; // px a unit

/** @typedef {{ form: "wide" | "close", across: number, unit: number, width: number, height: number, columns: number, scrolls: boolean }} Grid */

/**
 * The grid that makes the tiles largest.
 *
 * @param {number} count of tiles
 * @param {number} width px of the place for them
 * @param {number} height
 * @param {boolean} notes whether a tile has a line of notes
 * @returns {Grid}
 */
export function gridFor(count, width, height, notes) {
  const wide = best("wide", count, width, height, notes);
  const grid = wide.unit >= WIDE_FROM ? wide : best("close", count, width, height, notes);
  return grid.unit >= (width > IN_HAND ? LEAST : LEAST_IN_HAND) ? grid : scrolling(count, width, notes);
}

/** @type {(form: "wide" | "close", count: number, width: number, height: number, notes: boolean) => Grid} */
function best(form, count, width, height, notes) {
  const grids = Array.from({ length: Math.max(1, count) }, (_, n) => {
    const across = n + 1;
    const down = Math.ceil(Math.max(1, count) / across);
    return grid(form, across, share(width, across), share(height, down), notes);
  });
  return grids.reduce((one, other) => (other.unit > one.unit ? other : one));
}

/** @type {(count: number, width: number, notes: boolean) => Grid} */
function scrolling(count, width, notes) {
  const { width: needed, text, notes: line } = FORMS.close;
  const across = Math.max(1, Math.min(count, Math.floor((width + GAP) / (needed * 1.1 + GAP))));
  const each = share(width, across);
  const unit = Math.min(each / needed, 1.6);
  return { ...grid("close", across, each, unit * (text + ROAD + (notes ? line : 0)), notes), scrolls: true };
}

/** @type {(form: "wide" | "close", across: number, width: number, height: number, notes: boolean) => Grid} */
function grid(form, across, width, height, notes) {
  const needed = FORMS[form];
  const text = needed.text + (notes ? needed.notes : 0);
  const unit = Math.min(width / needed.width, height / (text + ROAD), MOST);
  const inner = width - unit * needed.inset;
  const cell = Math.max(CELL * unit, (0.95 * (height - unit * text)) / 6);
  const columns = Math.max(needed.columns, Math.floor(inner / cell));
  return { form, across, unit, width, height, columns, scrolls: false };
}

/** @type {(whole: number, parts: number) => number} */
function share(whole, parts) {
  return Math.max(1, Math.floor((whole - GAP * (parts - 1)) / parts));
}
