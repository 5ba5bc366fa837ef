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
  /** The house's origin, receipt key and chain hash as the verifier keeps them. */
  pinned?: { origin?: string; receiptKey?: string; chainHash?: string };
  /** All leaf hashes of the period in hex, from `/book/slips/<draw_id>`: root and count are then recomputed. */
  leafHashes?: readonly string[];
  /** What the house says the slip paid, in minor units. */
  payoutMinor?: string;
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
