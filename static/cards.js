// @ts-check
// Playing cards as SVG: a big rank and suit, to be read from across the table.
import { svg } from "./svg.js";

/** @type {Record<string, string>} */
const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };

const BACK = "back";
const SLOT = "slot"; // where a card will lie

/** @param {string} code rank and suit, such as TS, or 9? where the suit is not known */
export function card(code) {
  const rank = code[0] === "T" ? "10" : (code[0] ?? "");
  const suit = code[1] ?? "";
  const pip = SUITS[suit];
  const name = pip ? rank + suit : `${rank}, suit not known`;
  const picture = svg(
    "svg",
    { viewBox: "0 0 70 98", class: `card suit-${pip ? suit : "unknown"}`, role: "img", "aria-label": name },
    svg("rect", { class: "face", x: 1, y: 1, width: 68, height: 96, rx: 7 }),
    svg("text", { class: "rank", x: 7, y: 44 }, rank),
    pip ? svg("text", { class: "suit", x: 65, y: 89 }, pip) : svg("circle", { class: "suit", cx: 46, cy: 74, r: 14 }),
  );
  picture.setAttribute("data-card", code);
  return picture;
}

/** A card that lies face down. */
function back() {
  const picture = svg(
    "svg",
    { viewBox: "0 0 70 98", class: "card back", role: "img", "aria-label": "face down" },
    svg("rect", { class: "face", x: 1, y: 1, width: 68, height: 96, rx: 7 }),
    svg("path", { class: "pattern", d: "M35 12L60 49L35 86L10 49ZM35 28L49 49L35 70L21 49Z" }),
  );
  picture.setAttribute("data-card", BACK);
  return picture;
}

function slot() {
  return svg(
    "svg",
    { viewBox: "0 0 70 98", class: "slot", "aria-hidden": "true" },
    svg("rect", { x: 1, y: 1, width: 68, height: 96, rx: 7 }),
  );
}

/**
 * Make a hand show these cards, and empty places up to two; what lies there already stays.
 *
 * @param {HTMLElement} place
 * @param {(string | null)[]} cards null lies face down
 */
export function showHand(place, cards) {
  const codes = cards.map((code) => code ?? BACK);
  while (codes.length < 2) codes.push(SLOT);
  codes.forEach((code, n) => {
    const lying = place.children[n];
    if (lying && (lying.getAttribute("data-card") ?? SLOT) === code) return;
    const drawn = code === SLOT ? slot() : code === BACK ? back() : card(code);
    if (lying) lying.replaceWith(drawn);
    else place.append(drawn);
  });
  while (place.children.length > codes.length) place.lastElementChild?.remove();
}
