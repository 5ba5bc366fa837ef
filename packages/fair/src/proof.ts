/**
 * The bundles that a verifier reads, as the house's API hands them out. Nothing in them is trusted before it is
 * checked.
 */
import type { Chain } from './beacon.ts';
import type { Dice } from './draw.ts';

/** An entry as logged: `body` is its canonical JSON, `hash` its leaf hash in hex. */
export interface BookEntry {
  seq: number;
  type: string;
  hash: string;
  body: string;
  atMs: number;
}

/** A checkpoint as it was seen: the signed note, and the house's word for when it was durable. */
export interface SeenCheckpoint {
  note: string;
  atMs: number | null;
}

/** Where an entry stands in the tree of a checkpoint. */
export interface EntryPlace {
  index: number;
  proof: readonly string[];
}

/**
 * What the public book shows of a draw. The entries between two checkpoints come whole, and with the peaks of the first
 * tree they must give the root of the second: so nothing between them can be left out, and the second continues the
 * first.
 */
export interface BookEvidence {
  /** Verifier key of the book. */
  logKey: string;
  /** Bodies of all `notice-of-change` entries, oldest first: they lead from a key that was pinned once to this one. */
  notices: readonly string[];
  /** A checkpoint of today's key with the places of the notices: it vouches for the keys before it. */
  noticed?: { note: string; places: readonly EntryPlace[] } | null;
  /** Shows the table before its period began. */
  table: { checkpoint: SeenCheckpoint; place: EntryPlace } | null;
  /** The largest checkpoint that met the witness policy before the lock; null while the book was empty. */
  before: SeenCheckpoint | null;
  /** The largest that met it in time for the seal, so far. */
  inTime: SeenCheckpoint | null;
  /** Roots of the full subtrees of `before`'s tree, largest first. */
  peaks: readonly string[];
  /** Bodies of the entries from the size of `before` to that of `inTime`. */
  entries: readonly string[];
  /** A later checkpoint, with the places of what was written after the seal. */
  after: { checkpoint: SeenCheckpoint; draw: EntryPlace | null; void: EntryPlace | null } | null;
}

/** The fields of `GET /api/draws/:key/:period` that verification reads; more may be there. Hashes are hex. */
export interface DrawProof {
  drawId: string;
  periodSeconds: number;
  round: number;
  locksAtMs: number;
  dice: Dice | null;
  root: string | null;
  slipCount: number | null;
  chain: Chain;
  signature: string | null;
  seed: string | null;
  table: { hash: string; entry: BookEntry };
  entries: { seal: BookEntry | null; draw: BookEntry | null; void: BookEntry | null };
  /** Absent while no checkpoint is signed, and in bundles of before there were any. */
  book?: BookEvidence | null;
}

/** A member's receipt; all hex but the name. */
export interface Receipt {
  leafData: string;
  signature: string;
  publicKey: string;
  userName: string;
  salt: string;
}

/** `GET /api/slips/:id/proof`. Before the seal there is no index, count and path yet. */
export interface SlipProof {
  receipt: Receipt;
  index: number | null;
  count: number | null;
  proof: readonly string[] | null;
  draw: DrawProof;
}

/** What the verifier knows from elsewhere than the bundle. All optional; what is missing is not compared. */
export interface VerifyOptions {
  /** The house's origin, keys and chain hash as the verifier keeps them. `logKey` is a verifier key. */
  pinned?: { origin?: string; receiptKey?: string; chainHash?: string; logKey?: string };
  /** All leaf hashes of the period in hex, from `/book/slips/<draw_id>`: root and count are then recomputed. */
  leafHashes?: readonly string[];
  /** What the house says the slip paid, in minor units. */
  payoutMinor?: string;
  /** Checkpoints that others hold: witnesses around the draw's time, or this verifier from an earlier visit. */
  witnessed?: readonly string[];
  /** Bodies of entries after those of the bundle, where `witnessed` shows a later checkpoint that was in time. */
  laterEntries?: readonly string[];
  /** The round's signature as the verifier got it from the beacon itself. */
  beaconSignature?: string;
  /** Unix milliseconds now: what the house may still be about to do is then not held against it. */
  nowMs?: number;
}

export type StepId =
  | 'origin'
  | 'receipt'
  | 'table'
  | 'schedule'
  | 'witness'
  | 'seal'
  | 'void'
  | 'inclusion'
  | 'beacon'
  | 'dice'
  | 'payout';

/** One check. `ok`: true holds, false is refuted, null cannot be said (yet); `reason` says why for false and null. */
export interface Step {
  id: StepId;
  ok: boolean | null;
  reason: string | null;
  /** What was computed, for display. Hashes in hex, money in minor units. */
  values: Readonly<Record<string, string>>;
}

export type Verdict = 'verified' | 'time-not-proven' | 'void' | 'pending' | 'breach';

export interface Verification {
  verdict: Verdict;
  /** The house holds the beacon's key and could have foreseen or withheld the result. */
  houseRun: boolean;
  steps: readonly Step[];
}
