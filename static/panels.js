// @ts-check
// The console's panels and keys. One panel is open or none; a key presses the button that shows it.
import { element } from "./dom.js";
import { press, release } from "./press.js";

/** The name of the open panel, or nothing. */
let open = "";
/** What is to be done when a panel opens. @type {Map<string, () => void>} */
const openers = new Map();

/** @type {(name: string, prepare: () => void) => void} */
export function onOpen(name, prepare) {
  openers.set(name, prepare);
}

/** @param {string} name */
export function openPanel(name) {
  for (const panel of panels()) panel.hidden = panel.dataset.panel !== name;
  setInert(true);
  open = name;
  clear();
  openers.get(name)?.();
  if (!panelOf(name)?.contains(document.activeElement)) panelOf(name)?.focus();
}

export function closePanel() {
  for (const panel of panels()) panel.hidden = true;
  setInert(false);
  open = "";
  element("card").focus();
}

/** What a panel covers is not to be reached. @param {boolean} isInert */
function setInert(isInert) {
  for (const covered of ["commands", "below"]) element(covered).inert = isInert;
}

export const openedPanel = () => open;

/** The reason that is typed in the open panel. */
export function reason() {
  const field = panelOf(open)?.querySelector("[data-field='why']");
  return field instanceof HTMLInputElement ? field.value : "";
}

export function listen() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (open && event.key === "." && !isTyping()) {
      event.preventDefault();
      panelOf(open)?.querySelector("input")?.focus();
      return;
    }
    const button = buttonOf(event);
    if (!button) {
      if (open && event.key === "Enter" && isTyping()) panelOf(open)?.focus(); // now its numbers count
      return;
    }
    event.preventDefault();
    if (event.repeat) return;
    if (button.disabled) element("answer").textContent = "That is not possible now.";
    else press(button);
  });
  document.addEventListener("keyup", release);
}

/** The button that a key stands for where it was pressed. @type {(event: KeyboardEvent) => HTMLButtonElement | null} */
function buttonOf(event) {
  const key = event.key === "F6" ? "-" : event.key;
  if (open && key === "Escape") return find(`[data-panel-close]`);
  if (isTyping()) {
    const isEmptyCard = document.activeElement === element("card") && !cardField().value;
    const isMine = open ? key === "Enter" || (isCode() && "+-*/".includes(key)) : key.length > 1 || "+-*/".includes(key) || (isEmptyCard && ".0".includes(key));
    if (!isMine || (!open && key === "Enter")) return null;
  }
  if (document.activeElement instanceof HTMLButtonElement && (key === "Enter" || key === " ")) return null; // its own
  return find(`[data-key="${CSS.escape(key)}"]`);
}

/** @param {string} selector */
function find(selector) {
  const place = open ? panelOf(open) : element("commands");
  const found = [...(place?.querySelectorAll(selector) ?? [])].find(
    (button) => button instanceof HTMLElement && button.offsetParent !== null,
  );
  return found instanceof HTMLButtonElement ? found : null;
}

/** Whether what is typed is a card or a number, which has none of the keys of the panel in it. */
const isCode = () => document.activeElement?.classList.contains("number") ?? false;

function isTyping() {
  const at = document.activeElement;
  return at instanceof HTMLInputElement && at.type !== "checkbox";
}

function clear() {
  for (const field of panelOf(open)?.querySelectorAll("input") ?? []) {
    if (field.type === "checkbox") field.checked = false;
    else field.value = "";
  }
  for (const toggle of panelOf(open)?.querySelectorAll("[data-toggle]") ?? []) toggle.setAttribute("aria-pressed", "false");
}

const cardField = () => /** @type {HTMLInputElement} */ (element("card"));

function panels() {
  return /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-panel]"));
}

/** @param {string} name */
function panelOf(name) {
  return [...panels()].find((panel) => panel.dataset.panel === name);
}
