// @ts-check
// What a camera read: its last pictures, the one of a card that is to be typed in, and the suit of a
// card that is to be named. A picture is enlarged by a press; one that is kept no more says so.
import { element, show, text } from "./dom.js";
import { closePanel } from "./panels.js";
import { onPress } from "./press.js";

/** @typedef {ForTheCrew["reads"][number]} Read */
/** @typedef {(name: string, fields: Record<string, unknown>, words: string) => Promise<boolean>} Send */

let table = "";
/** The card whose suit the buttons name. @type {ForTheCrew["no_suit"][number] | undefined} */
let unnamed;
let isNow = false; // it is of the newest coup, so that no reason is needed
let shown = ""; // the reads that stand there

/**
 * Joins the pictures and the suits to the console.
 *
 * @param {string} name
 * @param {Send} send
 */
export function startReads(name, send) {
  table = name;
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-suit]"))) {
    onPress(button, () => {
      if (!unnamed) return;
      const card = (unnamed.card[0] ?? "") + button.dataset.suit;
      void send("correct_card", { entry: unnamed.entry, card }, `say that ${unnamed.card} of ${unnamed.seat} is ${card}`);
    });
  }
  dialog().addEventListener("close", closePanel); // what is typed goes to the card's field again
}

/** New things are known of what was read. @param {ForTheCrew} told */
export function paintReads({ reads, no_suit, hold, coups }) {
  const newest = coups.find(({ number }) => number !== null)?.number;
  unnamed = no_suit[0];
  isNow = unnamed?.coup === newest;
  text("suit-words", suitWords(no_suit));
  show("suit-box", Boolean(unnamed));
  const asked = hold?.unread ? hold.entry : unnamed?.entry;
  const state = JSON.stringify([reads, asked, no_suit[0]?.picture]);
  if (state === shown) return; // else they stay: one of them may be looked at just now
  shown = state;
  element("reads").replaceChildren(...reads.map(item));
  const look = reads.find(({ entry }) => entry === asked) ?? (hold?.unread ? undefined : ofUnnamed() ?? reads[0]);
  element("look").replaceChildren(...(look ? [thumb(look)] : []));
}

/** Whether a suit can be named now. @param {boolean} can */
export function enableSuits(can) {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-suit]"))) {
    button.disabled = !can || !isNow;
  }
}

/** @param {ForTheCrew["no_suit"]} cards */
function suitWords(cards) {
  if (!unnamed) return "";
  const { card, seat, coup } = unnamed;
  const how = isNow ? "" : ", with a reason under Put right";
  const more = cards.length > 1 ? ` ${cards.length - 1} more in this shoe.` : "";
  return `The suit of ${card}, ${seat} of coup ${coup}, is not known: name it${how}.${more}`;
}

/** The card that is to be named as a read, where its own is not among the last. @returns {Read | undefined} */
function ofUnnamed() {
  if (!unnamed?.picture) return undefined;
  const { entry, card, seat, picture } = unnamed;
  return { entry, card, seat, picture, confidence: null, taken: null, model: null, why: "" };
}

/** @param {Read} read */
function item(read) {
  const line = document.createElement("li");
  line.append(thumb(read));
  return line;
}

/** A small picture with its card, to be enlarged. @param {Read} read */
function thumb(read) {
  const button = document.createElement("button");
  const words = document.createElement("span");
  const place = read.seat.split(" of ")[0] ?? "";
  words.textContent = [cardWords(read), place, sure(read)].filter(Boolean).join(" ");
  button.type = "button";
  button.className = "thumb";
  button.dataset.entry = String(read.entry);
  button.append(image(read, () => button.replaceChildren(missing(), words)), words);
  button.addEventListener("click", () => void enlarge(read));
  return button;
}

/** @type {(read: Read, whenMissing: () => void) => HTMLImageElement} */
function image(read, whenMissing) {
  const picture = new Image();
  picture.alt = `What entry ${read.entry}, ${cardWords(read)}, was read from.`;
  picture.src = address(read);
  picture.addEventListener("error", whenMissing, { once: true });
  return picture;
}

function missing() {
  const note = document.createElement("em");
  note.textContent = "no picture";
  return note;
}

/** @param {Read} read */
async function enlarge(read) {
  const taken = read.taken === null ? "" : `taken ${read.taken} UTC`;
  const facts = [cardWords(read), read.seat, sure(read), read.why, taken, read.model ? `model ${read.model}` : ""];
  text("picture-title", `Entry ${read.entry}: ${facts.filter(Boolean).join(", ")}`);
  text("picture-trouble", "");
  element("picture-place").replaceChildren(image(read, () => void sayWhy(read)));
  dialog().showModal();
}

/** Says why there is no picture, in the server's words. @param {Read} read */
async function sayWhy(read) {
  element("picture-place").replaceChildren();
  try {
    const response = await fetch(address(read), { signal: AbortSignal.timeout(5_000) });
    text("picture-trouble", response.ok ? "The picture cannot be shown." : (await response.json()).error);
  } catch {
    text("picture-trouble", "No answer from the server.");
  }
}

/** @param {Read} read */
const address = ({ picture }) => `/api/v1/tables/${table}/pictures/${encodeURIComponent(picture)}.jpg`;
/** @param {Read} read */
const cardWords = ({ card }) => card ?? "not read";
/** @param {Read} read */
const sure = ({ confidence }) => (confidence === null ? "" : `${Math.floor(confidence * 100)}\u00a0%`);
const dialog = () => /** @type {HTMLDialogElement} */ (element("picture"));
