// @ts-check
// The side bets that a coup brought, on the coup's panel: the best paid in the banner, the others
// as chips beside the pairs, whose chips say what the house pays on them.
import { element } from "./dom.js";

/**
 * @typedef {import("./language.js").Speaker} Speaker
 * @typedef {import("./language.js").Said} Said
 * @typedef {import("./language.js").Key} Key
 * @typedef {import("./states.js").Words} Words
 * @typedef {{ kind: string, said: Said[], pays: string }} Chip
 * @typedef {NonNullable<Snapshot["last"]>["bets"][number]} Won
 */

const PAIRS = new Set(["player_pair", "banker_pair"]); // each has a chip anyhow

/**
 * Says under the banner what there is to say, and in it the best side bet.
 *
 * @param {Speaker} words
 * @param {Snapshot} now
 * @param {boolean} isResult whether the last coup's result stands there
 * @param {Words[]} notes
 */
export function showWon(words, now, isResult, notes) {
  const bets = (isResult && now.last?.bets) || [];
  const best = bets.find(({ bet, rare }) => rare && !PAIRS.has(bet));
  const banner = element("won");
  if (banner.hidden === Boolean(best)) banner.hidden = !best;
  fill(banner, best ? nameOf(words, offered(now, best)) : [], best?.pays ?? "");
  const paid = new Map(bets.map(({ bet, pays }) => [bet, pays]));
  /** @type {Chip[]} */
  const commons = [];
  /** @type {Chip[]} */
  const chips = notes.map(([key, values]) => ({ kind: key, said: words.say(key, values), pays: paid.get(key) ?? "" }));
  // What pays little comes last, for it comes often: it is the first to be left out.
  for (const won of bets.filter((won) => won !== best && !PAIRS.has(won.bet)).reverse()) {
    const chip = { kind: "bet", said: nameOf(words, offered(now, won)), pays: won.pays };
    if (won.rare) chips.unshift(chip);
    else commons.unshift(chip);
  }
  chips.push(...commons);
  const place = element("hint");
  chips.forEach(({ kind, said, pays }, n) => {
    const chip = place.children[n] ?? place.appendChild(document.createElement("span"));
    if (fill(/** @type {HTMLElement} */ (chip), said, pays, kind)) chip.className = `chip ${kind}`;
  });
  while (place.children.length > chips.length) place.lastElementChild?.remove();
}

/** @type {(now: Snapshot, won: Won) => { bet: string, title: string, known: boolean }} */
const offered = (now, won) => now.house.bets.find(({ bet }) => bet === won.bet) ?? { ...won, known: false };

/** A bet's usual name in the languages shown, else the house's own. @type {(words: Speaker, offer: { bet: string, title: string, known: boolean }) => Said[]} */
export function nameOf(words, { bet, title, known }) {
  return known ? words.say(/** @type {Key} */ (`bet_${bet}`)) : [{ lang: "", text: title }];
}

/**
 * Words and what is paid; what stands there already is left alone. A chip of a bet, and what a
 * pair pays, may be left out where there is no room.
 *
 * @type {(place: HTMLElement, said: Said[], pays: string, kind?: string) => boolean}
 */
function fill(place, said, pays, kind = "") {
  const key = JSON.stringify([kind, said, pays]);
  if (place.dataset.shown === key) return false;
  place.dataset.shown = key;
  place.toggleAttribute("data-spare", kind === "bet");
  const spans = said.map(({ lang, text }) => span(text, { lang }));
  if (pays) spans.push(span(pays, { class: "pays", ...(kind && kind !== "bet" ? { "data-spare": "" } : {}) }));
  place.replaceChildren(...spans.flatMap((each, n) => (n ? [" ", each] : [each])));
  return true;
}

/** @type {(text: string, attributes: Record<string, string>) => HTMLElement} */
function span(text, attributes) {
  const made = document.createElement("span");
  for (const [name, value] of Object.entries(attributes)) if (value || name === "data-spare") made.setAttribute(name, value);
  made.textContent = text;
  return made;
}
