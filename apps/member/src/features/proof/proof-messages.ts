import type { DrawProof, Receipt, SlipProof, Step, Verification, VerifyOptions } from '@tercet/fair';
import type { Asked, AskPlan, Gathered } from './gather-proof.ts';

export type ProofQuestion = (
  | { kind: 'draw'; proof: DrawProof; options: VerifyOptions }
  | { kind: 'slip'; proof: SlipProof; options: VerifyOptions }
  /** A receipt from outside: its place among the sealed bets is looked for in their public hashes. */
  | { kind: 'receipt'; receipt: Receipt; draw: DrawProof; options: VerifyOptions }
) & {
  /** Servers to ask first; none if omitted. */
  ask?: AskPlan;
};

/** A witness that the table names, and when it saw what shows the seal; null if it is not known to have seen it. */
export interface WitnessSeen {
  name: string;
  atSeconds: number | null;
}

/** Who saw the checkpoint that shows the seal in time. */
export interface Seen {
  /** So many are needed; 0 where the table asks for none. */
  quorum: number;
  witnesses: readonly WitnessSeen[];
}

/** What was found out beside the steps. */
export interface ProofFound {
  /** Null if nothing was asked. */
  asked: Asked | null;
  /** What they gave; the hashes of the bets, which may be many, stay where they were read. */
  gathered: Omit<Gathered, 'leafHashes'>;
  /** The bundle that was made for a receipt, or for a bet whose path the house does not show. */
  slip: SlipProof | null;
  /** Null where the bundle shows no checkpoint or cannot be read. */
  seen: Seen | null;
}

/** Everything that a check was made with, as a file. */
export interface SavedProof {
  name: string;
  file: Blob;
}

/**
 * `keep`: somebody looks at the check and may want it as a file.
 *
 * `warm` has the worker load and compile what a check needs, before there is one; `save` is the id of a check that is
 * to become a file.
 */
export type ProofRequest = (ProofQuestion & { id: number; keep: boolean }) | { warm: true } | { save: number };

export type ProofAnswer =
  | { id: number; asked: Asked }
  | { id: number; step: Step }
  | { id: number; verification: Omit<Verification, 'steps'>; found: ProofFound }
  | { id: number; failure: string }
  /** Null for a check that is no longer remembered. */
  | { id: number; saved: SavedProof | null };
