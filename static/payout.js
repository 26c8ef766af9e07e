// @ts-check
// The payout panel: what the house pays, and what stakes on a coup are paid. Nothing is kept of it.
import { element, input, text } from "./dom.js";
import { onOpen } from "./panels.js";
import { onPress } from "./press.js";
import { checkSession } from "./sign_in.js";
import { prizeWords } from "./words.js";

const ANSWER_MS = 5_000;

let table = "";
let shown = ""; // the offers that stand there
let asking = 0; // which question is the newest: an answer to an older one is of other stakes

/** Joins the panel to the console. @param {string} name the table's */
export function startPayout(name) {
  table = name;
  onOpen("payout", () => void work());
  onPress(/** @type {HTMLButtonElement} */ (element("payout-send")), () => void work());
  panel().addEventListener("input", () => {
    asking += 1;
    forget("");
  });
}

async function work() {
  const mine = (asking += 1);
  const stakes = stakeFields().filter((field) => field.value.trim());
  const asked = new URLSearchParams(stakes.map((field) => ["stake", `${field.dataset.bet}:${field.value.trim()}`]));
  for (const [name, field] of /** @type {const} */ ([["coup", "payout-coup-number"], ["box", "payout-box"]])) {
    const value = input(field).value.trim();
    if (value) asked.set(name, value);
  }
  try {
    const path = `/api/v1/tables/${table}/payout?${asked}`;
    const response = await fetch(path, { signal: AbortSignal.timeout(ANSWER_MS) });
    if (response.status === 401) void checkSession();
    const answer = await response.json();
    if (response.ok) paintOffers(answer);
    if (mine !== asking) return;
    if (response.ok) paintPayout(answer);
    else forget(answer.error);
  } catch {
    if (mine === asking) forget("No answer from the server: try again.");
  }
}

/** @param {Payouts} told */
function paintOffers({ offers }) {
  const choices = JSON.stringify(offers);
  if (choices !== shown) {
    shown = choices; // else they stay: one of them may be typed into
    element("payout-offers").replaceChildren(...offers.map(offerField));
  }
}

/** @param {Payouts} told */
function paintPayout({ coup, outcome, hits, payout }) {
  const won = hits.map(({ title, pays }) => `, ${title} ${pays}`).join("");
  text("payout-coup", coup === null ? "no coup yet" : `coup ${coup}, ${outcome}${won}`);
  forget(payout ? `Pay out ${payout.back}: ${payout.stake} staked, ${payout.won} won.` : "");
  for (const { bet, pays, back } of payout?.bets ?? []) text(`payout-back-${bet}`, pays === null ? "lost" : back);
}

/** Says something else than what was worked out. @param {string} words */
function forget(words) {
  text("payout-answer", words);
  for (const back of element("payout-offers").querySelectorAll("output")) back.textContent = "";
}

/** @param {Offer} offer */
function offerField({ bet, title, prizes }) {
  const label = document.createElement("label");
  const pays = document.createElement("small");
  pays.textContent = prizes.filter(({ prize }) => prize !== "tie").map(prizeWords).join(", ");
  const stake = document.createElement("input");
  stake.className = "number";
  stake.inputMode = "decimal";
  stake.autocomplete = "off";
  stake.dataset.bet = bet;
  const back = document.createElement("output");
  back.id = `payout-back-${bet}`;
  label.append(title, pays, stake, back);
  return label;
}

const panel = () => /** @type {HTMLElement} */ (document.querySelector("[data-panel='payout']"));

/** @returns {HTMLInputElement[]} */
const stakeFields = () => [.../** @type {NodeListOf<HTMLInputElement>} */ (panel().querySelectorAll("[data-bet]"))];
