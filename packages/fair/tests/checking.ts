/** Helpers that alter a bundle and name what a check found. */
import {
  type BookEvidence,
  type DrawProof,
  type SlipProof,
  type Verification,
  type VerifyOptions,
  verifySlip,
} from '../src/index.ts';
import { LOG, ORIGIN, WITNESSES } from './book-kit.ts';
import type { WitnessedStory } from './stories.ts';

/** A reader who pinned the book's key and got an answer from every witness. */
export const READER: VerifyOptions = {
  pinned: { origin: ORIGIN, logKey: LOG.vkey },
  witnessAnswers: WITNESSES.map(({ vkey }) => vkey),
};

/** A story's slip with other evidence of the book and other fields of the draw. */
export function bent(
  story: Pick<WitnessedStory, 'slip' | 'evidence'>,
  book: Partial<BookEvidence>,
  draw: Partial<DrawProof> = {},
): SlipProof {
  return { ...story.slip, draw: { ...story.slip.draw, book: { ...story.evidence, ...book }, ...draw } };
}

/** `step: reason` of the first refuted step; otherwise the verdict and the missing parts. */
export function found(verification: Verification): string {
  const { verdict, steps, missing } = verification;
  const refuted = steps.find(({ state }) => state === 'refuted');
  if (refuted !== undefined) return `${refuted.id}: ${refuted.reason}`;
  return [verdict, ...missing.map(({ step, reason }) => `${step} ${reason}`)].join(', ');
}

/** The findings of `READER` about a slip. */
export function check(proof: SlipProof, options: VerifyOptions = {}): string {
  return found(verifySlip(proof, { ...READER, ...options }));
}
