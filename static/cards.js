// @ts-check
// Playing cards as SVG: a big rank and suit, to be read from across the table.
import { svg } from "./svg.js";

/** @type {Record<string, string>} */
const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };

const BACK = "back";
const SLOT = "slot"; // where a card will lie

/** @typedef {(key: "card_face_down" | "suit_not_known", values?: { rank: string }) => string} Name what a card is called where no face says it */

/** @type {(code: string, name: Name) => SVGElement} code: rank and suit, such as TS, or 9? where the suit is not known */
function card(code, name) {
  const rank = code[0] === "T" ? "10" : (code[0] ?? "");
  const suit = code[1] ?? "";
  const pip = SUITS[suit];
  const label = pip ? rank + pip : name("suit_not_known", { rank });
  const picture = svg(
    "svg",
    { viewBox: "0 0 70 98", class: `card suit-${pip ? suit : "unknown"}`, role: "img", "aria-label": label },
    svg("rect", { class: "face", x: 1, y: 1, width: 68, height: 96, rx: 7 }),
    svg("text", { class: "rank", x: 7, y: 44 }, rank),
    pip ? svg("text", { class: "suit", x: 65, y: 89 }, pip) : svg("circle", { class: "suit", cx: 46, cy: 74, r: 14 }),
  );
  picture.setAttribute("data-card", code);
  return picture;
}

/** A card that lies face down. @param {Name} name */
function back(name) {
  const picture = svg(
    "svg",
    { viewBox: "0 0 70 98", class: "card back", role: "img", "aria-label": name("card_face_down") },
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
 * @param {Name} name in the display's language
 */
export function showHand(place, cards, name) {
  const codes = cards.map((code) => code ?? BACK);
  while (codes.length < 2) codes.push(SLOT);
  codes.forEach((code, n) => {
    const lying = place.children[n];
    if (lying && (lying.getAttribute("data-card") ?? SLOT) === code) return;
    const drawn = code === SLOT ? slot() : code === BACK ? back(name) : card(code, name);
    if (lying) lying.replaceWith(drawn);
    else place.append(drawn);
  });
  while (place.children.length > codes.length) place.lastElementChild?.remove();
}
