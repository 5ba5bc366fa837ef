/**
 * The bundles that a verifier reads from the house's API, and the result of a check. Bundles are untrusted. A missing,
 * null or empty field leaves open the steps that need it.
 */
import type { Chain } from './beacon.ts';
import type { Dice } from './draw.ts';

/** A logged entry: `body` is its canonical JSON, `hash` its RFC 6962 leaf hash in hex. */
export interface BookEntry {
  seq: number;
  type: string;
  hash: string;
  body: string;
  /** Unix milliseconds by the house's own clock. Proves nothing. */
  atMs: number;
}

/** A signed checkpoint, and the Unix milliseconds at which the house claims that it was durable. */
export interface SeenCheckpoint {
  note: string;
  atMs: number | null;
}

/** Index and inclusion proof of an entry in the tree of a checkpoint. */
export interface EntryPlace {
  index: number;
  proof: readonly string[];
}

/**
 * What the public book shows of a draw. Includes all entries between two checkpoints. Together with the peaks of the
 * first tree they must give the root of the second. This proves that no entry is left out and that the second tree
 * extends the first.
 */
export interface BookEvidence {
  /** Verifier key that signs the book today. */
  logKey: string;
  /** Bodies of all `notice-of-change` entries, oldest first: the path from a pinned key to `logKey`. */
  notices: readonly string[];
  /**
   * Places of the notices in one checkpoint; null where there are no notices. A null place: the checkpoint does not
   * contain that notice yet.
   */
  noticed?: { note: string; places: readonly (EntryPlace | null)[] } | null;
  /** A checkpoint from before the period opened that contains the table. */
  table: { checkpoint: SeenCheckpoint; place: EntryPlace } | null;
  /** The largest checkpoint that met the witness policy before the lock. */
  before: SeenCheckpoint | null;
  /** The largest checkpoint so far that met the policy in time for the seal; null where there is none. */
  inTime: SeenCheckpoint | null;
  /** Roots of the full subtrees of `before`'s tree, largest first. */
  peaks: readonly string[];
  /** Bodies of the entries from the size of `before` to the size of `inTime`. */
  entries: readonly string[];
  /** A later checkpoint with the places of the `draw` and `void` entries. */
  after: { checkpoint: SeenCheckpoint; draw: EntryPlace | null; void: EntryPlace | null } | null;
}

/** The fields of `GET /api/draws/:key/:period` that verification reads. Other fields are ignored. Hashes are hex. */
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
  /** Null while the book has no signed checkpoint. */
  book?: BookEvidence | null;
}

/** A member's receipt. All fields but the name are hex. */
export interface Receipt {
  leafData: string;
  signature: string;
  publicKey: string;
  userName: string;
  salt: string;
}

/** `GET /api/slips/:id/proof`. Index, count and path are null before the seal. */
export interface SlipProof {
  receipt: Receipt;
  index: number | null;
  count: number | null;
  proof: readonly string[] | null;
  draw: DrawProof;
}

/** The outcome of a draw, as one source reported it. See `fates.ts`. */
export interface FateClaim {
  drawId: string;
  tableHash: string | null;
  /** Body of the `seal` entry. */
  seal: string | null;
  fate: 'drawn' | 'void' | null;
  dice: Dice | null;
  /** When the reader first saw it, by their own clock (Unix milliseconds). Never taken from a bundle. */
  seenMs?: number;
}

/** What the verifier knows from sources other than the bundle. */
export interface VerifyOptions {
  /** Origin, keys and chain hash that the reader pinned. Without `logKey` no step can be ok. */
  pinned?: { origin?: string; receiptKey?: string; chainHash?: string; logKey?: string };
  /**
   * The book's verifier key on this device's first visit. A bundle with another key is refuted. It does not replace a
   * pin.
   */
  firstSeenLogKey?: string;
  /**
   * All leaf hashes of the period in hex, from `/book/slips/<draw_id>`. Root and count are then recomputed. Null where
   * the verifier asked and the house did not serve them.
   */
  leafHashes?: readonly string[] | null;
  /** The slip's payout by the house, in minor units. */
  payoutMinor?: string;
  /** Checkpoints from witnesses, or from an earlier visit of this verifier. */
  witnessed?: readonly string[];
  /**
   * Verifier keys of the witnesses that this verifier queried and that returned everything they cosigned around the
   * draw. Never taken from a bundle.
   */
  witnessAnswers?: readonly string[];
  /**
   * Verifier keys of the witnesses that the reader confirmed or queried; malformed keys are ignored. If set, only these
   * form a quorum. Absent where the reader accepts the table's choice of witnesses.
   */
  confirmedWitnesses?: readonly string[];
  /**
   * The `table` entries that the reader read from the book. Null where the reader asked and the house did not serve
   * them.
   */
  tables?: readonly ListedTable[] | null;
  /** Bodies of entries after the bundle's, up to a larger checkpoint in `witnessed`. */
  laterEntries?: readonly string[];
  /**
   * Signed note of the checkpoint up to which this reader followed the book. It must be the same book as the draw's.
   */
  followed?: string;
  /** Proofs between the followed checkpoint and the last one of the draw's window. Hashes are hex. */
  consistency?: readonly ConsistencyPart[];
  /** The round's signature, which this verifier got from the beacon directly. */
  beaconSignature?: string;
  /** Claims about draws from other sources: other members, or the house at another time. */
  claims?: readonly FateClaim[];
  /** The bundle comes from a file: the time of the house's claims is unknown. */
  undated?: boolean;
  /** Unix milliseconds now. Without it everything counts as due. */
  nowMs?: number;
}

/** A `table` entry with the proof that it is at `index` in the tree of the draw's `before`; null without a proof. */
export interface ListedTable {
  body: string;
  index: number;
  proof: readonly string[] | null;
}

/** A proof that the tree of `to` entries begins with the tree of `from` entries. */
export interface ConsistencyPart {
  from: number;
  to: number;
  proof: readonly string[];
}

export type StepId =
  | 'origin'
  | 'receipt'
  | 'table'
  | 'schedule'
  | 'witness'
  | 'void'
  | 'seal'
  | 'inclusion'
  | 'beacon'
  | 'dice'
  | 'payout'
  | 'claims';

/** `open`: evidence is missing. Only evidence that leads to a pinned key makes a step `ok`. */
export type StepState = 'ok' | 'open' | 'refuted';

export interface Step {
  id: StepId;
  state: StepState;
  /** A code for `open` and `refuted`; null for `ok`. `blocked` and `not-pinned` follow from an earlier step. */
  reason: string | null;
  /** Computed values for display. Hashes are hex, money is minor units. */
  values: Readonly<Record<string, string>>;
}

export type Verdict =
  | 'verified'
  | 'void'
  | 'void-time-not-proven'
  | 'time-not-proven'
  | 'pending'
  | 'overdue'
  | 'incomplete'
  | 'breach';

/** Why the time of a seal is not proven. */
export type TimeGap = 'no-witnesses' | 'few-witnesses' | 'house-run-beacon';

/** Who should provide missing evidence. */
export type Provider = 'reader' | 'house' | 'witnesses';

export interface MissingEvidence {
  step: StepId;
  reason: string;
  from: Provider;
}

export interface Verification {
  verdict: Verdict;
  /** Empty where the time is proven, and where no table was established. */
  timeGaps: readonly TimeGap[];
  /** Evidence that `open` steps lack. Omits steps that only wait for another step. */
  missing: readonly MissingEvidence[];
  /** Whether the house holds the beacon's key, so that it could have foreseen or withheld the result. */
  houseRun: boolean;
  /** For `overdue`: the result that the house withholds, computed from the beacon's signature. */
  withheld: { signature: string; dice: Dice } | null;
  steps: readonly Step[];
}
