// @ts-check
// The display's words in one language or two, from the catalogues that the server reads too.

/**
 * @typedef {keyof typeof import("./languages/en.json")} Key
 * @typedef {Record<string, string | number>} Values what stands at `{name}`; a number is written as the language writes it
 * @typedef {{ lang: string, text: string }} Said
 * @typedef {{ tag: string, catalogue: Record<string, string>, number: Intl.NumberFormat }} Language
 */

const RETRY_MS = 500;

/**
 * One who speaks the languages asked for, in that order: the first is the one that numbers follow.
 * Waits for as long as the server cannot give the words; a display without words is no use.
 *
 * @param {string[]} tags one or two of the catalogues' names, such as `zh-Hant`
 */
export async function speaker(tags) {
  return new Speaker(await Promise.all(tags.map(language)));
}

export class Speaker {
  /** @param {Language[]} languages */
  constructor(languages) {
    this.languages = languages;
  }

  /** A text in each language; one that reads the same in both is said once. @type {(key: Key, values?: Values) => Said[]} */
  say(key, values = {}) {
    const said = this.languages.map((one) => ({ lang: one.tag, text: fill(one, key, values) }));
    return said.filter(({ text }, n) => said.findIndex((other) => other.text === text) === n);
  }

  /** The same in the first language alone, for a title or a letter in a bead. @type {(key: Key, values?: Values) => string} */
  line(key, values = {}) {
    const [first] = this.languages;
    return first ? fill(first, key, values) : "";
  }

  /** Put a text into an element, a span with its `lang` for each language; what stands there already is left alone. @type {(element: Element, key: Key | "", values?: Values) => void} */
  put(element, key, values = {}) {
    const said = key ? this.say(key, values) : [];
    const stands = [...element.children];
    const isSame = (/** @type {Said} */ { lang, text }, /** @type {number} */ n) =>
      stands[n]?.getAttribute("lang") === lang && stands[n]?.textContent === text;
    if (stands.length === said.length && element.childNodes.length === 2 * said.length - (said.length ? 1 : 0) && said.every(isSame)) return;
    const spans = said.map(({ lang, text }) => {
      const span = document.createElement("span");
      span.lang = lang;
      span.textContent = text;
      return span;
    });
    // A blank between the two, for those who copy or hear the text.
    element.replaceChildren(...spans.flatMap((span, n) => (n ? [" ", span] : [span])));
  }

  /** A number as the first language writes it. @param {number} value */
  number(value) {
    return this.languages[0]?.number.format(value) ?? String(value);
  }

  /** An amount in the table's money, whose sign the signs on the table say. @param {number} value */
  money(value) {
    return this.number(value);
  }
}

/** @param {string} tag @returns {Promise<Language>} */
async function language(tag) {
  for (;;) {
    try {
      const answer = await fetch(`/static/languages/${tag}.json`);
      if (answer.ok) return { tag, catalogue: await answer.json(), number: new Intl.NumberFormat(tag) };
    } catch {
      // The server is away: it is asked again.
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** @type {(language: Language, key: string, values: Values) => string} */
function fill({ catalogue, number }, key, values) {
  const text = catalogue[key] ?? key.replaceAll("_", " "); // a test knows all keys, so none is missing
  return text.replace(/\{(\w+)\}/g, (place, name) => {
    const value = values[name] ?? place;
    return typeof value === "number" ? number.format(value) : value;
  });
}
