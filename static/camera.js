// @ts-check
// The camera's live picture, for the crew: asked for only while it is open, and never shown old.
import { element, show, text } from "./dom.js";

const ASK_MS = 500;
const OLD_S = 3; // an older picture is not shown

let seenAt = 0; // when the shown picture was taken, by this page's clock
let said = ""; // why there is none

/** @param {string} table */
export function startCamera(table) {
  const camera = /** @type {HTMLDetailsElement} */ (element("camera"));
  const address = `/api/v1/tables/${encodeURIComponent(table)}/camera.jpg`;
  camera.addEventListener("toggle", () => camera.open && void ask());

  async function ask() {
    while (camera.open && !camera.hidden) {
      if (!document.hidden) await look(address);
      paint();
      await new Promise((done) => setTimeout(done, ASK_MS));
    }
  }
}

/** New things are known of the reader. @param {ForTheCrew} told */
export function paintCamera({ reader }) {
  const isCamera = /^camera[:@]/.test(reader.url);
  const camera = /** @type {HTMLDetailsElement} */ (element("camera"));
  if (!isCamera) camera.open = false;
  show("camera", isCamera);
}

/** @param {string} address */
async function look(address) {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(4 * ASK_MS) });
    if (answer.ok) {
      const picture = await dataUrl(await answer.blob());
      seenAt = performance.now() - Number(answer.headers.get("X-Age") ?? 0) * 1000;
      /** @type {HTMLImageElement} */ (element("camera-picture")).src = picture;
    }
    said = answer.ok ? "" : (await answer.json()).error;
  } catch {
    said = "The server does not answer.";
  }
}

function paint() {
  const age = (performance.now() - seenAt) / 1000;
  const isFresh = seenAt > 0 && age < OLD_S;
  show("camera-picture", isFresh);
  const none = seenAt > 0 ? `No picture for ${Math.round(age)} s.` : "No picture yet.";
  text("camera-words", isFresh ? `${age.toFixed(1)} s old.` : [none, said].filter((words, at, all) => words && all.indexOf(words) === at).join(" "));
}

/** @param {Blob} picture @returns {Promise<string>} */
function dataUrl(picture) {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(picture);
  });
}
