// @ts-check
// The reader's panel: another reader in the place of this one. That is one of the settings, none, the
// same one anew, or a port that is typed in; each is kept pressed, for a coup may be under way.
import { element, input, show, text } from "./dom.js";
import { closePanel, onOpen, reason } from "./panels.js";
import { onPress } from "./press.js";

/** What the crew was told last of the reader. @type {ForTheCrew["reader"] | null} */
let reader = null;
let shown = ""; // the choices that stand there
let isAllowed = false;
/** Changes to a reader; the words are for who is asked to sign in. @type {(url: string, words: string) => void} */
let change = () => {};

/**
 * Joins the panel to the console.
 *
 * @param {(name: string, fields: Record<string, unknown>, words: string) => Promise<boolean>} send
 */
export function startReaders(send) {
  change = (url, words) =>
    void send("change_reader", { reader: url, why: reason() }, words).then((isDone) => isDone && closePanel());
  onPress(button("reader-hand"), () => change("", "type the cards in"));
  onPress(button("reader-reopen"), () => change(reader?.url ?? "", "reopen the reader"));
  onPress(button("reader-typed"), () => {
    if (typed()) change(typed(), `change the reader to ${typed()}`);
    else panel().focus(); // after the reason: now its numbers count
  });
  input("reader-url").addEventListener("input", paintTyped);
  onOpen("reader", paintTyped);
}

/** New things are known of the reader. @param {ForTheCrew} told */
export function paintReaders(told) {
  reader = told.reader;
  const choices = JSON.stringify(reader.choices);
  if (choices !== shown) {
    shown = choices; // else they stay: one of them may be kept pressed just now
    element("reader-choices").replaceChildren(...reader.choices.map(choiceButton));
  }
  for (const choice of element("reader-choices").querySelectorAll("button")) {
    choice.setAttribute("aria-current", String(choice.dataset.url === reader.url));
  }
}

/** Whether the reader may be changed here and now. @param {boolean} may */
export function enableReaders(may) {
  isAllowed = may;
  show("open-readers", may);
  for (const each of panel().querySelectorAll("button:not([data-panel-close])")) {
    /** @type {HTMLButtonElement} */ (each).disabled = !may || (each.id === "reader-reopen" && !reader?.url);
  }
}

/** @type {(choice: ForTheCrew["reader"]["choices"][number], index: number) => HTMLElement} */
function choiceButton({ url, what }, index) {
  const choice = document.createElement("button");
  choice.type = "button";
  choice.dataset.url = url;
  choice.dataset.hold = "";
  choice.disabled = !isAllowed;
  const key = document.createElement("kbd");
  const words = document.createElement("span");
  words.textContent = `${url} (${what})`;
  if (index < 7) {
    key.textContent = choice.dataset.key = String(index + 1);
    choice.setAttribute("aria-keyshortcuts", String(index + 1));
  }
  choice.append(key, " ", words);
  onPress(choice, () => change(url, `change the reader to ${url}`));
  return choice;
}

function paintTyped() {
  const send = button("reader-typed");
  if (typed()) send.dataset.hold = "";
  else delete send.dataset.hold;
  text("reader-typed-words", typed() ? "Change to the port typed above" : "Keep a number pressed");
}

const typed = () => input("reader-url").value.trim();
const panel = () => /** @type {HTMLElement} */ (document.querySelector("[data-panel='reader']"));

/** @param {string} id */
const button = (id) => /** @type {HTMLButtonElement} */ (element(id));
