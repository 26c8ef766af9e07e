// @ts-check
// Pressing a button by pointer or key; one that cannot be taken back easily is kept pressed.
import { text } from "./dom.js";

const HOLD_MS = 2_000;

/** What each button does. @type {WeakMap<HTMLButtonElement, () => void>} */
const acts = new WeakMap();
/** The button that is being kept pressed, and its timer. @type {{ button: HTMLButtonElement, timer: number } | null} */
let held = null;

/**
 * Has a button act when it is clicked, or, with `data-hold`, when it was kept pressed for 2 s.
 *
 * @type {(button: HTMLButtonElement, act: () => void) => void}
 */
export function onPress(button, act) {
  acts.set(button, act);
  button.addEventListener("click", (event) => {
    if (isHeldButton(button)) event.preventDefault();
    else act();
  });
  button.addEventListener("pointerdown", () => isHeldButton(button) && begin(button));
  for (const end of ["pointerup", "pointerleave", "pointercancel", "blur"]) {
    button.addEventListener(end, () => stop(button));
  }
  button.addEventListener("contextmenu", (event) => isHeldButton(button) && event.preventDefault());
  button.addEventListener("keydown", (event) => {
    if (isPressKey(event) && isHeldButton(button)) {
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) begin(button);
    }
  });
  button.addEventListener("keyup", (event) => isPressKey(event) && stop(button));
}

/** Presses a button by its key; `release` must follow. @param {HTMLButtonElement} button */
export function press(button) {
  if (isHeldButton(button)) begin(button);
  else acts.get(button)?.();
}

/** The key of whatever is kept pressed was let go. */
export function release() {
  if (held) stop(held.button);
}

/** @param {HTMLButtonElement} button */
const isHeldButton = (button) => button.dataset.hold !== undefined;

/** @param {KeyboardEvent} event */
const isPressKey = (event) => event.key === "Enter" || event.key === " ";

/** @param {HTMLButtonElement} button */
function begin(button) {
  if (button.disabled) return;
  release();
  button.classList.add("held");
  const timer = setTimeout(() => {
    held = null;
    button.classList.remove("held");
    if (!button.disabled) acts.get(button)?.();
  }, HOLD_MS);
  held = { button, timer };
}

/** @param {HTMLButtonElement} button */
function stop(button) {
  if (held?.button !== button) return;
  clearTimeout(held.timer);
  held = null;
  button.classList.remove("held");
  text("answer", "Keep it pressed for two seconds.");
}
