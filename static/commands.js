// @ts-check
// Sending the crew's commands, one at a time. A command carries an id, so that it is carried out
// once, and the entry that it was decided on, so that a table that moved on refuses it; null where it is
// on no entry.
import { text } from "./dom.js";
import { postSignedIn } from "./sign_in.js";

let isAsking = false;
let mine = 0; // the entry that our last command became, where nothing had come between

/**
 * Sends a command and shows the answer; resolves to whether it was carried out.
 *
 * @type {(table: string, name: string, seq: number | null, fields: Record<string, unknown>, words: string) => Promise<boolean>}
 */
export async function send(table, name, seq, fields, words) {
  if (isAsking) {
    text("answer", "One at a time: the last command is still on its way.");
    return false;
  }
  isAsking = true;
  text("answer", "…");
  try {
    const decidedOn = seq === null ? null : Math.max(seq, mine); // what we did ourselves we need not be shown first
    const body = JSON.stringify({ ...fields, command: name, id: newId(), seq: decidedOn });
    const response = await postSignedIn(`/api/v1/tables/${table}/commands`, body, words);
    if (!response) {
      text("answer", "Dropped: nothing was sent.");
      return false;
    }
    const answer = await response.json();
    text("answer", response.ok ? "Done." : answer.error);
    mine = response.ok && decidedOn !== null && answer.seq === decidedOn + 1 ? answer.seq : 0;
    return response.ok;
  } catch {
    text("answer", "No answer from the server: look at the table's state before you try again.");
    return false;
  } finally {
    isAsking = false;
  }
}

/** An id of 128 random bits; randomUUID is not there without https. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
