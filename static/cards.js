// @ts-check
// Playing cards as SVG: a big rank and suit, to be read from across the table.
import { svg } from "./svg.js";

/** @type {Record<string, string>} */
const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };

const BACK = "back";

/** @param {string} code rank and suit, such as TS, or 9? where the suit is not known */
export function card(code) {
  const rank = code[0] === "T" ? "10" : (code[0] ?? "");
  const suit = code[1] ?? "";
  const pip = SUITS[suit];
  const name = pip ? rank + suit : `${rank}, suit not known`;
  const picture = svg(
    "svg",
    { viewBox: "0 0 70 98", class: `card suit-${pip ? suit : "unknown"}`, role: "img", "aria-label": name },
    svg("rect", { x: 1, y: 1, width: 68, height: 96, rx: 7 }),
    svg("text", { class: "rank", x: 35, y: 46 }, rank),
    pip ? svg("text", { class: "suit", x: 35, y: 87 }, pip) : svg("circle", { class: "suit", cx: 35, cy: 72, r: 15 }),
  );
  picture.setAttribute("data-card", code);
  return picture;
}

/** A card that lies face down. */
function back() {
  const picture = svg(
    "svg",
    { viewBox: "0 0 70 98", class: "card back", role: "img", "aria-label": "face down" },
    svg("rect", { x: 1, y: 1, width: 68, height: 96, rx: 7 }),
    svg("rect", { class: "pattern", x: 8, y: 8, width: 54, height: 82, rx: 4 }),
  );
  picture.setAttribute("data-card", BACK);
  return picture;
}

/**
 * Make a hand show these cards; the ones that lie there already stay as they are.
 *
 * @param {HTMLElement} place
 * @param {(string | null)[]} cards null lies face down
 */
export function showHand(place, cards) {
  const codes = cards.map((code) => code ?? BACK);
  const lying = [...place.children].map((child) => child.getAttribute("data-card"));
  const same = lying.filter((code, n) => code === codes[n]).length;
  const keep = lying.every((code, n) => code === codes[n]) ? same : 0;
  while (place.children.length > keep) place.lastElementChild?.remove();
  codes.slice(keep).forEach((code) => place.append(code === BACK ? back() : card(code)));
}
