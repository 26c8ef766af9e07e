// @ts-check
// How far a download is: the server writes it whole before the browser is sent the first byte.
import { element } from "./dom.js";

const ASK_MS = 300;
const LONGEST_UNKNOWN = 30; // questions until an export that the server does not know is given up

/** @type {Record<string, string>} */
const UNITS = { reading: "entries of the log read", writing: "shoes written" };

const told = element("export");
let newest = 0; // an earlier download is not told of any more

for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a.download"))) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const job = name();
    const address = new URL(link.href);
    address.searchParams.set("job", job);
    const file = document.createElement("a"); // the browser's own download: nothing is held here
    file.href = address.href;
    file.download = "";
    file.click();
    void follow(job, link.textContent ?? "");
  });
}

/** @param {string} job @param {string} form */
async function follow(job, form) {
  const mine = (newest += 1);
  say(`${form}: it begins.`);
  for (let unknown = 0; unknown < LONGEST_UNKNOWN && mine === newest; ) {
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
    const answer = await fetch(`/exports/${job}`).catch(() => null);
    if (mine !== newest) return;
    if (!answer?.ok) {
      unknown += 1;
      continue;
    }
    unknown = 0;
    const { stage, done, of, sentence } = await answer.json();
    if (stage === "failed") return say(`${form}: ${sentence}`, true);
    if (stage === "whole") return say(`${form}: written. ${sentence}`);
    say(`${form}: ${done.toLocaleString("en")} of ${of.toLocaleString("en")} ${UNITS[stage]}.`);
  }
  if (mine === newest) say(`${form}: the server does not answer for it. Reload the page and try again.`, true);
}

/** @param {string} words @param {boolean} [failed] */
function say(words, failed = false) {
  told.textContent = words;
  told.classList.toggle("alarm", failed);
}

/** A name for an export that nobody else draws: randomUUID is not there without TLS. */
function name() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
