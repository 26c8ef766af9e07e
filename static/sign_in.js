// @ts-check
// Signing in over a running table: a dialog asks who it is, then whether the command shall still
// be sent. The table goes on behind it.

const ANSWER_MS = 5_000;

const dialog = /** @type {HTMLDialogElement} */ (element("sign-in"));
const signInForm = /** @type {HTMLFormElement} */ (element("sign-in-form"));
const confirmForm = /** @type {HTMLFormElement} */ (element("confirm-form"));
const nameField = /** @type {HTMLInputElement} */ (element("sign-in-name"));
const secretField = /** @type {HTMLInputElement} */ (element("sign-in-secret"));
const csrf = /** @type {HTMLMetaElement} */ (document.querySelector("meta[name='csrf']"));

let signIns = 0; // tried here: what was asked before one is no news after it

/** What the socket is told of this console. */
export const credentials = () => ({ console: true, csrf: csrf.content });

/** @type {(path: string, body: string) => Promise<Response>} */
function post(path, body) {
  return fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": csrf.content },
    body,
    signal: AbortSignal.timeout(ANSWER_MS),
  });
}

/**
 * Sends a command; where nobody is signed in any more, asks for the sign-in, and then whether the
 * very same command shall be sent. Null where it is dropped.
 *
 * @param {string} path
 * @param {string} body
 * @param {string} words what the command does, to be confirmed
 */
export async function postSignedIn(path, body, words) {
  const response = await post(path, body);
  if (response.status !== 401) return response;
  return (await signInFor(words)) ? post(path, body) : null;
}

/** Whether somebody is signed in, asked where the server refuses us; shows it where nobody is. */
export async function checkSession() {
  const before = signIns;
  try {
    const asker = await whoAsks();
    if (before !== signIns) return; // this answer is from before it
    take(asker);
    element("signed-out").hidden = asker.name !== null;
  } catch {
    // the link's own words say that the server is away
  }
}

for (const button of dialog.querySelectorAll(".drop")) {
  button.addEventListener("click", () => dialog.close());
}
element("sign-in-open").addEventListener("click", () => void signInFor(""));

/**
 * Resolves to whether somebody signed in, and confirmed the command where there is one.
 *
 * @param {string} words
 */
function signInFor(words) {
  signInForm.hidden = false;
  confirmForm.hidden = true;
  nameField.value = document.getElementById("who")?.dataset.name ?? "";
  secretField.value = "";
  text("sign-in-answer", "");
  text("sign-in-for", words && `You are not signed in any more. Not sent yet: ${words}.`);
  text("confirm-words", words);
  if (!dialog.open) dialog.showModal();
  (nameField.value ? secretField : nameField).focus();
  return new Promise((resolve) => {
    let isConfirmed = false;
    let isTrying = false;
    signInForm.onsubmit = async (event) => {
      event.preventDefault();
      if (isTrying) return; // Enter twice is one try
      isTrying = true;
      const isIn = await signIn();
      isTrying = false;
      if (!isIn) return;
      if (!words) {
        dialog.close();
        return;
      }
      signInForm.hidden = true;
      confirmForm.hidden = false;
      confirmForm.querySelector("button")?.focus();
    };
    confirmForm.onsubmit = () => {
      isConfirmed = true; // the form closes the dialog
    };
    dialog.onclose = () => resolve(isConfirmed);
  });
}

/** Whether the name and the secret in the dialog were right; says why where they were not. */
async function signIn() {
  try {
    take(await whoAsks()); // another page may have ended this session, and its token with it
    signIns += 1;
    const body = JSON.stringify({ name: nameField.value, secret: secretField.value });
    const response = await post("/api/v1/sign-in", body);
    const answer = await response.json();
    secretField.value = "";
    if (response.ok) take(answer);
    else text("sign-in-answer", answer.error);
    secretField.focus();
    return response.ok;
  } catch {
    text("sign-in-answer", "No answer from the server: try again.");
    return false;
  }
}

/** @type {() => Promise<Asker>} */
async function whoAsks() {
  const response = await fetch("/api/v1/who", { signal: AbortSignal.timeout(ANSWER_MS) });
  return response.json();
}

/** @param {Asker} asker */
function take({ name, role, csrf: token }) {
  csrf.content = token;
  for (const field of document.querySelectorAll("input[name='csrf_token']")) {
    /** @type {HTMLInputElement} */ (field).value = token;
  }
  if (name === null) return;
  element("signed-out").hidden = true;
  const who = document.getElementById("who");
  if (!who) return; // nobody was registered when this page was opened
  who.dataset.name = name;
  who.textContent = `${name}, ${role?.replace("_", " ")}`;
}

/** @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/** @type {(id: string, value: string) => void} */
function text(id, value) {
  element(id).textContent = value;
}
