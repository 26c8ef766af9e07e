// What the server tells a page. server/baccarat/snapshot.py and server/table.py write it.

declare module "*/socket.io.esm.min.js" {
  export { io } from "socket.io-client";
}

type Cell = { column: number; row: number; mark: string | null; ties?: number };

type Derived = "big_eye_boy" | "small_road" | "cockroach_pig";

type Ask = Record<Derived, "red" | "blue" | null>;

type Hands = {
  number: number;
  player: (string | null)[]; // null lies face down
  banker: (string | null)[];
  player_total: number | null;
  banker_total: number | null;
};

type Limits = { min: number; max: number; tie_max: number | null; banker_multiple: number };

type Settled = Hands & {
  outcome: "player" | "banker" | "tie";
  natural: boolean;
  player_pair: boolean;
  banker_pair: boolean;
};

// A side bet that a coup pays, and what a house pays on a bet: server/baccarat/hits.py.
type Hit = { bet: string; title: string; short: string; prize: string; pays: string };

// What a road shows of them in a cell; a rare one stands out.
type Tag = { short: string; rare: boolean };

type Offer = {
  bet: string;
  title: string;
  short: string;
  known: boolean; // its title is the usual one, for which the catalogues have words
  prizes: { prize: string; pays: string }[]; // 0:1 gives the stake back
  min: number | null;
  max: number | null;
};

// What stakes on a coup are paid. server/payout_pages.py writes this; sums are texts, exact.
type Payouts = {
  offers: Offer[];
  coup: number | null;
  outcome: string | null;
  hits: Hit[];
  payout?: {
    bets: { bet: string; title: string; prize: string; stake: string; pays: string | null; won: string; back: string }[];
    stake: string;
    won: string;
    back: string;
  };
};

type Snapshot = {
  table: string;
  title: string;
  boot_id: string;
  seq: number;
  phase: "closed" | "opened" | "burning" | "ready" | "dealing" | "over" | "on_hold";
  house: {
    title: string;
    decks: number;
    limits: Limits;
    odds: { player: string; banker: string; tie: string };
    game: "commission" | "no_commission" | "ez" | "own";
    banker_but: { prize: string; pays: string }[];
    bets: Offer[];
    boxes: string[];
  };
  shoe: { number: number; coups: number; burned: number; left: number };
  coup: Hands | null;
  limits_changed: boolean;
  next_limits: Limits | null;
  expects: string;
  withheld: boolean;
  free: boolean;
  last_coup: boolean;
  last: (Settled & { bets: (Hit & { rare: boolean })[] }) | null; // best paid first
  void: number | null;
  counts: Record<string, number>;
  beads: {
    number: number;
    player_pair: boolean;
    banker_pair: boolean;
    natural: boolean;
    free: boolean;
    total: number | null; // the winner's; null where its cards are not known
    marks: string[]; // the side bets of the house that it brought, best paid first
    tag: Tag | null;
  }[];
  roads: Record<"bead_plate" | "big_road" | Derived, Cell[]>;
  ask: { banker: Ask; player: Ask };
  hold: string | null;
  hold_reason: string | null;
  hold_key: "check" | "dispute" | "fault" | "pause" | null; // the same, to be said in any language: hold_...
  unread: number | null;
  waiting: number;
  reader: { state: string };
  simulated: boolean;
  trouble: string | null;
};

// A coup with the entries of its cards. server/crew.py writes this and the next.
type CoupForTheCrew = {
  number: number | null; // null: the cards that wait for the release
  outcome: string | null;
  entry: number;
  cards: { entry: number; card: string | null; seat: string }[];
  flags: string[];
};

type ForTheCrew = {
  seq: number;
  role: string;
  allowed: string[];
  undo: { what: string; reopens: boolean } | null;
  hold: { why: string; reason: string; entry: number; unread: boolean; misplaced: boolean } | null;
  coups: CoupForTheCrew[];
  no_suit: { entry: number; card: string; seat: string; coup: number; picture: string | null }[]; // newest coup first
  reads: {
    entry: number;
    card: string | null; // null: it was not read, and `why` may say why
    seat: string;
    confidence: number | null;
    taken: string | null; // UTC
    model: string | null;
    why: string;
    picture: string; // the SHA-256 by which it is asked for
  }[];
  full: Partial<Snapshot> | null;
  reveal: { policy: string; waits_s: number | null; alarm_s: number };
  reader: {
    url: string; // nothing: the cards are typed in
    state: string;
    detail: string;
    last_seen_s: number | null; // what it saw in this shoe
    age_s: number | null; // its last sound frame
    retry_s: number | null;
    counters: Record<string, number> | null;
    choices: { url: string; what: string }[];
  };
  trouble: string | null;
  disk: string;
  screens: { number: number; console: boolean; painted: number; age_s: number; coups_behind: number }[];
};

// Who asks, and the token that their commands must carry. server/auth.py writes it.
type Asker = { name: string | null; role: string | null; csrf: string };

type Heartbeat = { boot_id: string; seq: number; assets: string };

// What server/floor.py tells of a table, and how often.
type Tile = {
  table: string;
  title: string;
  seq: number;
  phase: Snapshot["phase"];
  last_coup: boolean;
  limits: Limits;
  limits_changed: boolean;
  next_limits: Limits | null;
  shoe: { number: number; coups: number };
  counts: { banker: number; player: number; tie: number };
  big_road: Cell[]; // its newest columns
  streak: { side: "banker" | "player"; length: number } | null;
  patterns: string[];
  hold: "check" | "dispute" | "fault" | "pause" | null;
  simulated: boolean;
  trouble: string | null;
};

type Tiles = { boot_id: string; tiles: Tile[]; all?: true };

type FloorHeartbeat = { boot_id: string; seqs: Record<string, number>; assets: string };

type Link = "connecting" | "live" | "stale" | "offline";

// What server/calibrations.py tells of a calibration.
type Calibration = {
  mode: "table" | "shoe";
  size: [number, number];
  window: [number, number, number, number] | null;
  turn: number;
  places: Record<string, [number, number][]>;
  exposure: Record<string, number>;
  empty: boolean;
  cards: Record<string, number>; // pictures of each that was shown
  accuracy: { words: string } | null;
  enough: boolean;
  reader?: string; // its URL, once it is kept
};
