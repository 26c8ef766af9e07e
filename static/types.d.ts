// What the server tells a page. server/baccarat/snapshot.py and server/table.py write it.

declare module "*/socket.io.esm.min.js" {
  export { io } from "socket.io-client";
}

type Cell = { column: number; row: number; mark: string | null; ties?: number };

type Derived = "big_eye_boy" | "small_road" | "cockroach_pig";

type Ask = Record<Derived, "red" | "blue" | null>;

type Hands = {
  number: number;
  player: string[];
  banker: string[];
  player_total: number;
  banker_total: number | null;
};

type Settled = Hands & {
  outcome: "player" | "banker" | "tie";
  natural: boolean;
  player_pair: boolean;
  banker_pair: boolean;
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
    limits: { min: number; max: number; tie_max: number | null; banker_multiple: number };
    odds: { player: string; banker: string; tie: string };
    boxes: string[];
  };
  shoe: { number: number; coups: number; burned: number; left: number };
  coup: Hands | null;
  expects: string;
  last_coup: boolean;
  last: Settled | null;
  counts: Record<string, number>;
  beads: { player_pair: boolean; banker_pair: boolean; natural: boolean }[];
  roads: Record<"bead_plate" | "big_road" | Derived, Cell[]>;
  ask: { banker: Ask; player: Ask };
  hold: string | null;
  unread: number | null;
  waiting: number;
  reader: { state: string };
  simulated: boolean;
  trouble: string | null;
};

type ForTheCrew = {
  seq: number;
  allowed: string[];
  undo: string | null;
  reader: { url: string; detail: string };
  trouble: string | null;
  screens: number[];
};

type Heartbeat = { boot_id: string; seq: number; assets: string };

type Link = "connecting" | "live" | "stale" | "offline";
