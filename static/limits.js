// @ts-check
// What may be staked, and what side bets pay where there is room: a label over each, on the table's sign.
import { element } from "./dom.js";
import { nameOf } from "./won.js";

/**
 * @typedef {import("./language.js").Speaker} Speaker
 * @typedef {import("./language.js").Key} Key
 */

/** @type {(words: Speaker, now: Snapshot) => void} */
export function showLimits(words, now) {
  const tag = now.limits_changed ? "limits_changed" : "";
  fill(words, element("limits"), now.house.limits, tag, now.house.bets);
  // Between two shoes the next one's limits are those that count.
  if (now.next_limits) fill(words, element("idle-limits"), now.next_limits, "next_shoe_limits", now.house.bets);
  else fill(words, element("idle-limits"), now.house.limits, tag, now.house.bets);
  fill(words, element("next-limits"), now.next_limits, "next_shoe_limits");
  element("limits-sign").classList.toggle("announces", now.next_limits !== null);
}

/** @type {(words: Speaker, place: HTMLElement, limits: Limits | null, tag: Key | "", bets?: Offer[]) => void} */
function fill(words, place, limits, tag, bets = []) {
  const key = JSON.stringify([limits, tag, bets]);
  if (place.dataset.shown === key) return;
  place.dataset.shown = key;
  place.replaceChildren();
  if (!limits) return;
  if (tag) words.put(place.appendChild(made("span", "tag")), tag);
  for (const [label, amount] of amounts(limits)) {
    const item = place.appendChild(made("span"));
    words.put(item.appendChild(made("b")), label);
    item.appendChild(made("strong")).textContent = words.money(amount);
  }
  for (const bet of [...bets].sort((one, other) => most(other) - most(one))) {
    const item = place.appendChild(made("span", "bet"));
    item.dataset.spare = "";
    const label = item.appendChild(made("b"));
    for (const { lang, text } of nameOf(words, bet)) {
      const name = label.appendChild(made("span"));
      if (lang) name.lang = lang;
      name.textContent = text;
    }
    item.appendChild(made("strong")).textContent = paysOf(bet);
  }
}

/** What a bet pays at most, to 1. @param {Offer} bet */
const most = ({ prizes }) => Math.max(...prizes.map(({ pays }) => toOne(pays)));

/** @param {string} pays such as `40:1` */
function toOne(pays) {
  const [won = 0, stake = 1] = pays.split(":").map(Number);
  return won / stake;
}

/** What a bet pays: one pay or two, of more the least and the most. @param {Offer} bet */
function paysOf({ prizes }) {
  const pays = [...new Set(prizes.map(({ pays }) => pays))].filter((pay) => toOne(pay) > 0);
  const sorted = pays.sort((one, other) => toOne(one) - toOne(other));
  return sorted.length > 2 ? `${sorted[0]} – ${sorted.at(-1)}` : sorted.join(" / ");
}

/** @type {(limits: Limits) => [Key, number][]} */
function amounts({ min, max, tie_max, banker_multiple }) {
  /** @type {[Key, number][]} */
  const all = [["min", min], ["max", max]];
  if (tie_max !== null) all.push(["tie_max", tie_max]);
  if (banker_multiple > 1) all.push(["banker_steps", banker_multiple]);
  return all;
}

/** @type {(name: string, classes?: string) => HTMLElement} */
function made(name, classes = "") {
  const element = document.createElement(name);
  if (classes) element.className = classes;
  return element;
}
