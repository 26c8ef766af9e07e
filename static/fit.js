// @ts-check
// Fits words into their place by measure: set smaller until nothing is cut, never larger;
// where something may be left out, that goes first.

const TRIES = 4;
/** What each element said when it was fitted last. @type {WeakMap<Element, string>} */
const said = new WeakMap();

/**
 * Fit every [data-fit] whose block says something new; the others are left as they are.
 *
 * @param {boolean} everything all anew, as after fonts came
 */
export function fit(everything = false) {
  const changed = [...document.querySelectorAll(".block, #cover")].flatMap((block) => {
    const words = [...block.querySelectorAll("[data-fit]")];
    const text = `${document.body.dataset.state} ${document.body.dataset.link} ${words.map((e) => e.textContent).join("|")}`;
    if (!everything && said.get(block) === text) return [];
    said.set(block, text);
    return words;
  });
  let left = changed.map((element) => /** @type {HTMLElement} */ (element));
  for (const element of left) element.style.removeProperty("--fit");
  for (const element of left) spare(element);
  for (let tries = 0; left.length && tries < TRIES; tries += 1) {
    const ratios = left.map(ratio); // all is read before anything is written: one layout a try
    left = left.filter((element, n) => {
      const by = ratios[n] ?? 1;
      if (by >= 1) return false;
      const now = Number(element.style.getPropertyValue("--fit") || 1);
      element.style.setProperty("--fit", String(now * by * 0.995));
      return true;
    });
  }
  alike(changed.map((element) => /** @type {HTMLElement} */ (element)));
}

/** Words of one kind, such as both sides' names, are set alike: as small as the smallest. @param {HTMLElement[]} fitted */
function alike(fitted) {
  for (const kind of new Set(fitted.map((element) => element.dataset.fit))) {
    const all = fitted.filter((element) => kind && element.dataset.fit === kind);
    const least = Math.min(...all.map((element) => Number(element.style.getPropertyValue("--fit") || 1)));
    if (least < 1) for (const element of all) element.style.setProperty("--fit", String(least));
  }
}

/** What may be left out, [data-spare], goes first, the last of it before the others. @param {HTMLElement} element */
function spare(element) {
  const spares = /** @type {HTMLElement[]} */ ([...element.querySelectorAll("[data-spare]")].reverse());
  for (const each of spares) each.hidden = false;
  for (const each of spares) {
    if (ratio(element) >= 1) return;
    each.hidden = true;
  }
}

/** By how much an element's words are too large for it; 1 where they fit. @param {HTMLElement} element */
function ratio(element) {
  const { clientWidth, scrollWidth } = element;
  return clientWidth && scrollWidth > clientWidth ? clientWidth / scrollWidth : 1;
}
