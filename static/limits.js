// @ts-check
// What may be staked: a label over each amount, in gold on the table's sign.
import { element } from "./dom.js";

/**
 * @typedef {import("./language.js").Speaker} Speaker
 * @typedef {import("./language.js").Key} Key
 */

/** @type {(words: Speaker, now: Snapshot) => void} */
export function showLimits(words, now) {
  const tag = now.limits_changed ? "limits_changed" : "";
  fill(words, element("limits"), now.house.limits, tag);
  fill(words, element("idle-limits"), now.house.limits, tag);
  fill(words, element("next-limits"), now.next_limits, "next_shoe_limits");
  element("limits-sign").classList.toggle("announces", now.next_limits !== null);
}

/** @type {(words: Speaker, place: HTMLElement, limits: Limits | null, tag: Key | "") => void} */
function fill(words, place, limits, tag) {
  const key = JSON.stringify([limits, tag]);
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
