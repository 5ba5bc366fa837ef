import type { DrawProof, Receipt, SlipProof, Step, Verification, VerifyOptions } from '@tercet/fair';
import type { AskPlan, Gathered, SourcesReport } from './gather-proof.ts';

export type ProofQuestion = (
  | { kind: 'draw'; proof: DrawProof; options: VerifyOptions }
  | { kind: 'slip'; proof: SlipProof; options: VerifyOptions }
  /** A receipt from outside. The check finds its place in the public hashes of the sealed bets. */
  | { kind: 'receipt'; receipt: Receipt; draw: DrawProof; options: VerifyOptions }
) & {
  /** Servers to query first; none if omitted. */
  ask?: AskPlan;
};

/** A witness of the table, and the time of its first cosignature of the seal's checkpoint. Null: none known. */
export interface WitnessSeen {
  name: string;
  atSeconds: number | null;
}

/** The witnesses that cosigned the seal's checkpoint in time. */
export interface Seen {
  /** Required number of witnesses; 0 if the table requires none. */
  quorum: number;
  witnesses: readonly WitnessSeen[];
}

/** Results of a check besides its steps. */
export interface ProofFound {
  /** Null if no server was queried. */
  report: SourcesReport | null;
  /** Evidence from other servers. The hashes of the bets stay in the worker, because there may be many. */
  gathered: Omit<Gathered, 'leafHashes'>;
  /** The inclusion proof that the check built for a receipt, or for a bet without a proof from the house. */
  slip: SlipProof | null;
  /** Null if the bundle is unreadable, or shows no checkpoint although the table requires witnesses. */
  seen: Seen | null;
}

/** All inputs of a check, as a file. */
export interface SavedProof {
  name: string;
  file: Blob;
}

/**
 * `keep`: remember the inputs, since the user may save the check as a file.
 *
 * `warm`: load and compile the code before the first check.
 *
 * `save`: id of a check to save as a file.
 */
export type ProofRequest = (ProofQuestion & { id: number; keep: boolean }) | { warm: true } | { save: number };

export type ProofAnswer =
  | { id: number; report: SourcesReport }
  | { id: number; step: Step }
  | { id: number; verification: Omit<Verification, 'steps'>; found: ProofFound }
  | { id: number; failure: string }
  /** Null if the worker no longer remembers the check. */
  | { id: number; saved: SavedProof | null };
