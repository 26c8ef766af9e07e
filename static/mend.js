// @ts-check
// Putting a coup right: pick it, pick a card or two, say what is true. What is picked stays picked
// while new cards arrive; where the coup itself was changed meanwhile, the panel says so and closes.
import { element, input, show, text } from "./dom.js";
import { asCard } from "./keypad.js";
import { closePanel, onOpen, openedPanel, openPanel, reason } from "./panels.js";
import { onPress } from "./press.js";

/**
 * @typedef {(name: string, fields: Record<string, unknown>, words: string) => Promise<boolean>} Send
 */

/** The newest coups, as the crew is told them with each snapshot. @type {CoupForTheCrew[]} */
let newestCoups = [];
let isWhole = false; // the coups reach back to the opening of the shoe
/** The shoe's coups, newest first, as they were when the panel was opened. @type {CoupForTheCrew[]} */
let coups = [];
let at = 0; // which of them is shown
/** The entries of the picked cards. @type {number[]} */
let picked = [];

/** What follows a choice of a missing coup: the result panel, for the place after this entry. @type {number | null} */
let missingAfter = null;

/**
 * Joins the panel to the console.
 *
 * @param {string} table
 * @param {Send} send
 */
export function startMending(table, send) {
  onOpen("mend", () => void load(table));
  const rule = (/** @type {string} */ name, /** @type {Record<string, unknown>} */ fields, /** @type {string} */ words) =>
    void send(name, { ...fields, why: reason() }, words).then((isDone) => isDone && closePanel());
  const button = (/** @type {string} */ id, /** @type {() => void} */ act) =>
    onPress(/** @type {HTMLButtonElement} */ (element(id)), act);

  button("mend-older", () => walk(1));
  button("mend-newer", () => walk(-1));
  button("mend-void", () => rule("void_coup", { entry: coup()?.entry }, `void ${name()}`));
  button("mend-free", () => rule("mark_free", { entry: coup()?.entry, kind: "free" }, `mark ${name()} free`));
  button("mend-missing", () => {
    missingAfter = coup()?.entry ?? 0;
    openPanel("result");
    text("result-title", `The coup that is missing after ${name()}`);
  });
  button("mend-never", () => rule("take_back", { entry: picked[0] }, `take back ${cardName()}`));
  button("mend-before", () =>
    rule("insert_card", { entry: picked[0], card: face() }, `put ${face()} before ${cardName()}`));
  for (const [id, use] of [["carry", "carry_to_next"], ["burn", "burn"], ["next-burn", "next_burn"]]) {
    button(`mend-${id}`, () => rule("misdealt", { entry: picked[0], use }, `rule on ${cardName()}`));
  }
  button("mend-enter", () => {
    if (picked.length === 2) rule("swap_cards", { entry: picked[0], other: picked[1] }, "swap the cards");
    else if (picked.length === 1 && face()) {
      rule("correct_card", { entry: picked[0], card: face() }, `correct ${cardName()} to ${face()}`);
    } else if (picked.length === 1) input("mend-face").focus();
    else element("mend-cards").closest("section")?.focus(); // after the reason: now its numbers count
  });
}

/** The entry after which the result panel inserts a coup; null: it declares the coup now. */
export function insertAfter() {
  return missingAfter;
}

export function forgetMissing() {
  missingAfter = null;
}

/** New things are known of the newest coups: are the picked ones still what they were? @param {CoupForTheCrew[]} newest */
export function checkMending(newest) {
  newestCoups = newest;
  if (openedPanel() !== "mend" || !coup()) return;
  const same = newest.find(({ number }) => number === coup()?.number);
  if (same && wasChanged(same)) {
    text("answer", `${name()} was changed meanwhile: look again.`);
    closePanel();
  }
}

/** @param {CoupForTheCrew} now */
function wasChanged(now) {
  const before = coup();
  if (!before) return false;
  const cards = before.cards.map(({ entry, card }) => `${entry}${card}`).join();
  return !now.cards.map(({ entry, card }) => `${entry}${card}`).join().startsWith(cards);
}

/** Shows what is known at once, so that fast fingers hit what they see; older coups come after. @param {string} table */
async function load(table) {
  coups = newestCoups;
  at = 0;
  isWhole = false;
  pick([]);
  try {
    const response = await fetch(`/api/v1/tables/${table}/coups`, { signal: AbortSignal.timeout(5_000) });
    /** @type {CoupForTheCrew[]} */
    const all = response.ok ? (await response.json()).coups : [];
    const from = all.findIndex(({ number }) => number === coups[0]?.number);
    if (from < 0 && coups.length) return; // it was changed: checkMending says so
    coups = [...coups, ...all.slice(Math.max(from, 0) + coups.length)];
    isWhole = response.ok;
  } catch {
    text("answer", "No answer from the server: the older coups cannot be shown.");
  }
}

const coup = () => coups[at];
const name = () => (isWaiting() ? "what waits for the release" : coup() ? `coup ${coup()?.number}` : "the opening of the shoe");
/** Whether what is shown is no coup yet, but seen since the table is on hold. */
const isWaiting = () => coup()?.number === null;
const face = () => asCard(input("mend-face").value);

function cardName() {
  const card = coup()?.cards.find(({ entry }) => entry === picked[0]);
  return card ? `${card.card ?? "the card"} of ${card.seat}` : "the card";
}

/** @param {number} step */
function walk(step) {
  const last = isWhole ? coups.length : coups.length - 1; // past the first: the opening of the shoe
  at = Math.max(0, Math.min(last, at + step));
  pick([]);
}

/** @param {number[]} entries */
function pick(entries) {
  picked = entries;
  paint();
}

function paint() {
  const now = coup();
  const outcome = now ? (now.outcome ?? "being dealt") : "";
  text("mend-coup", now && !isWaiting() ? `${name()}, ${[outcome, ...now.flags].join(", ")}` : name());
  element("mend-cards").replaceChildren(...(now?.cards ?? []).map(cardButton));
  show("mend-of-coup", picked.length === 0);
  show("mend-of-card", picked.length === 1);
  text("mend-enter-words", ["Pick a card by its number", "Correct it to the card typed above", "Swap these two"][picked.length] ?? "");
  for (const id of ["mend-void", "mend-free", "mend-missing"]) {
    const isOpening = !now && id !== "mend-missing";
    /** @type {HTMLButtonElement} */ (element(id)).disabled = isOpening || isWaiting();
  }
}

/** @type {(card: CoupForTheCrew["cards"][number], index: number) => HTMLElement} */
function cardButton({ entry, card, seat }, index) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.key = String(index + 1);
  button.setAttribute("aria-keyshortcuts", String(index + 1));
  button.setAttribute("aria-pressed", String(picked.includes(entry)));
  button.innerHTML = `<kbd></kbd> <strong></strong> <span></span>`;
  const [key, face, place] = button.children;
  if (key && face && place) {
    key.textContent = String(index + 1);
    face.textContent = card ?? "?";
    place.textContent = seat;
  }
  onPress(button, () => {
    if (picked.includes(entry)) pick(picked.filter((other) => other !== entry));
    else pick([...picked, entry].slice(-2));
  });
  return button;
}
