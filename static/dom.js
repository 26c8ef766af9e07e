// @ts-check
// The page's own elements, by id; a page without one is a fault of ours.

/** @param {string} id */
export function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/** @param {string} id */
export function input(id) {
  return /** @type {HTMLInputElement} */ (element(id));
}

/** Sets a text where it differs, so that what did not change is not touched. @type {(place: string | Element, value: string) => void} */
export function text(place, value) {
  if (typeof place === "string") place = element(place);
  if (place.textContent !== value) place.textContent = value;
}

/** @type {(id: string, isShown: boolean) => void} */
export function show(id, isShown) {
  element(id).hidden = !isShown;
}
