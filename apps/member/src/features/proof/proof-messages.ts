import type { DrawProof, Receipt, SlipProof, Step, Verdict, VerifyOptions } from '@tercet/fair';

export type ProofQuestion =
  | { kind: 'draw'; proof: DrawProof; options: VerifyOptions }
  | { kind: 'slip'; proof: SlipProof; options: VerifyOptions }
  /** A receipt from outside: its place among the sealed bets is looked for in their public hashes. */
  | { kind: 'receipt'; receipt: Receipt; draw: DrawProof; options: VerifyOptions };

export type ProofRequest = ProofQuestion & { id: number };

export type ProofAnswer =
  | { id: number; step: Step }
  | { id: number; verdict: Verdict; houseRun: boolean }
  | { id: number; failure: string };
