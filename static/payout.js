// @ts-check
// The payout panel: what the house pays, and what stakes on a coup are paid. Nothing is kept of it.
import { element, input, text } from "./dom.js";
import { onOpen } from "./panels.js";
import { onPress } from "./press.js";
import { checkSession } from "./sign_in.js";
import { paysWords } from "./words.js";

const ANSWER_MS = 5_000;
const ONE_PRIZE = 10; // letters of a pay that has room beside the bet's name
/** @type {Record<string, number>} */
const STEPS = { "+": 1, "-": -1, ArrowDown: 1, ArrowUp: -1 };

let table = "";
let shown = ""; // the offers that stand there
let asking = 0; // which question is the newest: an answer to an older one is of other stakes

/** Joins the panel to the console. @param {string} name the table's */
export function startPayout(name) {
  table = name;
  onOpen("payout", () => void work());
  onPress(/** @type {HTMLButtonElement} */ (element("payout-send")), () => void work());
  onPress(/** @type {HTMLButtonElement} */ (element("payout-clear")), clear);
  panel().addEventListener("input", () => {
    asking += 1;
    forget("");
  });
  panel().addEventListener("keydown", walk);
}

/** For the next box: no stake, no box, the same coup. */
function clear() {
  for (const field of [...stakeFields(), input("payout-box")]) field.value = "";
  asking += 1;
  forget("");
  stakeFields()[0]?.focus();
}

/** From field to field without a Tab key: a keypad has none. @param {KeyboardEvent} event */
function walk(event) {
  const step = STEPS[event.key];
  const fields = [...stakeFields(), input("payout-coup-number"), input("payout-box")];
  const at = fields.findIndex((field) => field === document.activeElement);
  if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  const next = at < 0 ? fields[step > 0 ? 0 : fields.length - 1] : fields[(at + step + fields.length) % fields.length];
  next?.focus();
  next?.select();
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
  forget(payout ? sumWords(payout) : "");
  for (const paid of payout?.bets ?? []) element(`payout-back-${paid.bet}`).replaceChildren(paid.back, backWords(paid));
}

/** What goes to the guest in all, his stakes with it. @param {NonNullable<Payouts["payout"]>} payout */
function sumWords({ stake, won, back }) {
  if (back === "0") return `Nothing to pay out: ${stake} staked, all lost.`;
  const [sum, is] = won.startsWith("-") ? [won.slice(1), "lost"] : [won, "won"];
  return `Pay out ${back}: ${stake} staked, ${sum} ${is}.`;
}

/** Of one bet, what of it was won. @param {NonNullable<Payouts["payout"]>["bets"][number]} paid */
function backWords({ pays, won }) {
  const words = document.createElement("small");
  words.textContent = pays === null ? " lost" : won === "0" ? " stake back" : ` won ${won}`;
  return words;
}

/** Says something else than what was worked out. @param {string} words */
function forget(words) {
  text("payout-answer", words);
  for (const back of element("payout-offers").querySelectorAll("output")) back.textContent = "";
}

/** @param {Offer} offer */
function offerField({ bet, title, prizes }) {
  const label = document.createElement("label");
  const name = document.createElement("span");
  const pays = document.createElement("small");
  pays.textContent = paysWords(prizes.filter(({ prize }) => prize !== "tie"));
  pays.classList.toggle("many", pays.textContent.length > ONE_PRIZE);
  const stake = document.createElement("input");
  stake.className = "number";
  stake.inputMode = "decimal";
  stake.autocomplete = "off";
  stake.dataset.bet = bet;
  const back = document.createElement("output");
  back.id = `payout-back-${bet}`;
  name.append(`${title} `, ...(pays.classList.contains("many") ? [] : [pays]));
  label.append(name, stake, back, ...(name.contains(pays) ? [] : [pays]));
  return label;
}

const panel = () => /** @type {HTMLElement} */ (document.querySelector("[data-panel='payout']"));

/** @returns {HTMLInputElement[]} */
const stakeFields = () => [.../** @type {NodeListOf<HTMLInputElement>} */ (panel().querySelectorAll("[data-bet]"))];
