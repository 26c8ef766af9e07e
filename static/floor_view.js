// @ts-check
// Which tables the floor shows, and in which order: kept in the address, so that a screen on a wall
// can be pointed at it.

/**
 * @typedef {object} View
 * @property {string} sort a key of SORTS
 * @property {string} state a key of STATES, or nothing for all
 * @property {number | null} stake tables that take it
 * @property {string} pattern nothing: none is named; `all`: each table's are; else its tables only
 * @property {boolean} controls whether they can be chosen on the page
 */

/** The phases of each state that can be asked for. @type {Record<string, Tile["phase"][]>} */
export const STATES = {
  open: ["ready", "dealing"],
  new: ["opened", "burning"],
  hold: ["on_hold"],
  closed: ["closed", "over"],
};
const ORDER = ["dealing", "ready", "burning", "opened", "on_hold", "over", "closed"];

/** What comes first, as the number that is the least for it. @type {Record<string, (tile: Tile) => number>} */
export const SORTS = {
  table: () => 0,
  streak: (tile) => -(tile.streak?.length ?? 0),
  coups: (tile) => -tile.shoe.coups,
  fresh: (tile) => tile.shoe.coups,
  min: (tile) => tile.limits.min,
  max: (tile) => -tile.limits.max,
  state: (tile) => ORDER.indexOf(tile.phase),
};

/** @param {string} query of the page's address @returns {View} */
export function readView(query) {
  const asked = new URLSearchParams(query);
  const [sort = "", state = ""] = [asked.get("sort") ?? "", asked.get("state") ?? ""];
  const stake = Number(asked.get("stake"));
  return {
    sort: sort in SORTS ? sort : "table",
    state: state in STATES ? state : "",
    stake: stake > 0 ? stake : null,
    pattern: asked.get("pattern") ?? "",
    controls: asked.get("controls") !== "off",
  };
}

/** The address's query with a view in it; what is not of the view stays. @type {(query: string, view: View) => string} */
export function writeView(query, view) {
  const asked = new URLSearchParams(query);
  const values = { sort: view.sort === "table" ? "" : view.sort, state: view.state, stake: view.stake ?? "", pattern: view.pattern };
  for (const [key, value] of Object.entries(values)) {
    if (value === "") asked.delete(key);
    else asked.set(key, String(value));
  }
  return asked.size ? `?${asked}` : "";
}

/** The tiles that a view shows, in its order; alike ones stay as they came. @type {(tiles: Iterable<Tile>, view: View) => Tile[]} */
export function choose(tiles, { sort, state, stake, pattern }) {
  const phases = STATES[state];
  const rank = SORTS[sort] ?? (() => 0);
  return [...tiles]
    .filter(({ phase }) => !phases || phases.includes(phase))
    .filter(({ limits }) => stake === null || (limits.min <= stake && stake <= limits.max))
    .filter(({ patterns }) => !pattern || pattern === "all" || patterns.includes(pattern))
    .sort((one, other) => rank(one) - rank(other));
}
