// @ts-check
// One table on the floor: a function of its tile. It leads to the table's display and no further.
import { Road } from "./roads.js";

/**
 * @typedef {import("./language.js").Speaker} Speaker
 * @typedef {import("./language.js").Key} Key
 */

const SIDES = /** @type {const} */ (["banker", "player", "tie"]);

const LIT_MS = 3_000; // after a coup
const WIDE = "\u1100"; // from here on a letter is as wide as high

/** The words for a phase. @type {Record<Exclude<Tile["phase"], "closed">, Key>} */
const WORDS = {
  opened: "new_shoe",
  burning: "burning",
  ready: "floor_open",
  dealing: "dealing",
  over: "shoe_finished",
  on_hold: "on_hold",
};

export class TableTile {
  /**
   * @param {Speaker} speaker
   * @param {string} href of the table's display
   */
  constructor(speaker, href) {
    this.speaker = speaker;
    this.item = make("li", "tile");
    const link = make("a", "");
    link.setAttribute("href", href);
    this.title = make("h2", "title");
    this.state = make("span", "state");
    this.board = make("span", "board");
    this.board.dataset.road = "big_road";
    this.counts = SIDES.map((side) => {
      const letter = make("span", "letter");
      speaker.put(letter, `${side}_letter`);
      const count = make("b", side);
      const pair = make("span", `count ${side}`);
      pair.append(letter, " ", count);
      return /** @type {const} */ ([side, count, pair]);
    });
    this.streak = make("span", "streak");
    this.limits = make("span", "limits");
    this.shoe = make("span", "shoe");
    this.dealt = make("span", "coups");
    this.notes = make("span", "notes");
    link.append(
      row("head", this.title, this.state),
      this.board,
      row("tally", row("counts", ...this.counts.map(([, , pair]) => pair)), this.streak),
      row("terms", this.limits, this.dealt, this.shoe),
      this.notes,
    );
    this.item.append(link);
    /** @type {Road | null} */
    this.road = null;
    /** @type {Cell[]} */
    this.cells = [];
    this.columns = 0;
    this.coups = -1;
    this.lit = 0;
  }

  /**
   * @param {Tile} tile
   * @param {boolean} namesPatterns
   */
  paint(tile, namesPatterns) {
    const { speaker } = this;
    if (this.coups >= 0 && this.coups < tile.shoe.coups) this.light();
    this.coups = tile.shoe.coups;
    this.item.dataset.phase = tile.phase;
    this.item.dataset.last = String(tile.last_coup);
    text(this.title, tile.title);
    text(this.state, speaker.line(stateOf(tile)));
    this.cells = tile.big_road;
    this.draw();
    for (const [side, count] of this.counts) text(count, speaker.number(tile.counts[side]));
    const isOpen = tile.phase !== "closed";
    const streak = tile.streak && tile.streak.length > 1 ? tile.streak : null;
    this.streak.dataset.side = streak?.side ?? "";
    text(this.streak, streak ? `${speaker.line(streak.side)} × ${speaker.number(streak.length)}` : "");
    text(this.limits, span(tile.limits, speaker));
    text(this.shoe, isOpen ? speaker.line("shoe_number", { number: tile.shoe.number }) : "");
    text(this.dealt, isOpen ? speaker.line("floor_coups", { count: tile.shoe.coups }) : "");
    this.note(notes(tile, speaker, namesPatterns));
    this.item.dataset.seq = String(tile.seq);
  }

  /** Cut the road to so many columns; the tile must be on the page. @param {number} columns */
  fit(columns) {
    if (this.columns === columns) return;
    this.columns = columns;
    this.board.style.setProperty("--columns", String(columns));
    this.road = new Road(this.board, this.speaker.line("earlier_columns"));
    this.draw();
  }

  draw() {
    this.road?.paint(this.cells, `${this.speaker.line("big_road")}, ${this.cells.length}`);
  }

  /** Light the tile up for a while. No animation: sixty of them would be a layer each to draw. */
  light() {
    clearTimeout(this.lit);
    this.item.classList.add("lit");
    this.lit = setTimeout(() => this.item.classList.remove("lit"), LIT_MS);
  }

  /** @param {[string, string][]} notes a class and words each */
  note(notes) {
    const key = JSON.stringify(notes);
    if (this.notes.dataset.key === key) return;
    this.notes.dataset.key = key;
    this.notes.replaceChildren(
      ...notes.map(([kind, words]) => {
        const note = make("span", `note ${kind}`);
        text(note, words);
        return note;
      }),
    );
  }
}

/** @param {Tile} tile @returns {Key} */
function stateOf({ phase, last_coup, shoe }) {
  if (phase === "closed") return shoe.number ? "shuffling" : "waiting_for_shoe";
  return last_coup && (phase === "ready" || phase === "dealing") ? "last_coup" : WORDS[phase];
}

/** What else must be said of a table: a class and words each. @type {(tile: Tile, speaker: Speaker, namesPatterns: boolean) => [string, string][]} */
export function notes(tile, speaker, namesPatterns) {
  /** @type {[string, string][]} */
  const said = [];
  if (tile.simulated) said.push(["simulated", speaker.line("simulated")]);
  if (tile.trouble) said.push(["alarm", speaker.line("not_recording")]);
  if (tile.hold) said.push(["alarm", speaker.line(`hold_${tile.hold}`)]);
  if (tile.limits_changed) said.push(["change", speaker.line("limits_changed")]);
  if (tile.next_limits) said.push(["change", `${speaker.line("floor_next_shoe")} ${span(tile.next_limits, speaker)}`]);
  if (namesPatterns) {
    for (const name of tile.patterns) {
      said.push(["pattern", speaker.line(/** @type {Key} */ (`floor_pattern_${name}`))]);
    }
  }
  return said;
}

/** @type {(limits: Limits, speaker: Speaker) => string} */
function span({ min, max }, speaker) {
  return `${speaker.money(min)} – ${speaker.money(max)}`;
}

/** @type {(name: string, kind: string) => HTMLElement} */
function make(name, kind) {
  const element = document.createElement(name);
  if (kind) element.className = kind;
  return element;
}

/** @type {(kind: string, ...children: Element[]) => HTMLElement} */
function row(kind, ...children) {
  const element = make("span", kind);
  element.append(...children);
  return element;
}

/** Its length goes with a text: the style makes a long one smaller, so that none is cut. @type {(element: HTMLElement, value: string) => void} */
function text(element, value) {
  if (element.textContent === value) return;
  element.textContent = value;
  const letters = [...value].reduce((sum, letter) => sum + (letter >= WIDE ? 1.6 : 1), 0);
  element.style.setProperty("--letters", String(Math.max(1, letters)));
}
