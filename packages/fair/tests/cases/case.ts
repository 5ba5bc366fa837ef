/** Cases of evidence for the vectors: a bundle, the reader's knowledge, and the outcome that its author expects. */
import type { DrawProof, SlipProof, VerifyOptions } from '../../src/index.ts';
import { readerOf, type WitnessedStory } from '../stories.ts';

export interface Bundle {
  kind: 'draw' | 'slip';
  /** Of the type of `kind`. */
  proof: SlipProof | DrawProof | null;
  known: VerifyOptions;
}

export interface EvidenceCase {
  name: string;
  bundle: Bundle;
  /** `step: reason` of the first refuted step; else the verdict and `step reason` of each open one. */
  says: string;
  /** Name of the honest case that this one alters; null for an honest case. */
  base: string | null;
}

export interface SlipBundle extends Bundle {
  kind: 'slip';
  proof: SlipProof;
}

/** The slip of a story, for a reader who pinned the key and queried all witnesses. */
export function slipBundle(
  story: Pick<WitnessedStory, 'slip' | 'table'>,
  more: VerifyOptions = {},
  slip: SlipProof = story.slip,
): SlipBundle {
  return { kind: 'slip', proof: slip, known: { ...readerOf(story), ...more } };
}

export function drawBundle({ proof, known }: SlipBundle): Bundle {
  return { kind: 'draw', proof: proof.draw, known };
}

export function honest(name: string, bundle: Bundle, expected: string): EvidenceCase {
  return { name, bundle, says: expected, base: null };
}

/** An altered copy of an honest slip case. */
export function bend(
  base: EvidenceCase,
  name: string,
  expected: string,
  change: (bundle: SlipBundle) => void,
): EvidenceCase {
  const bundle = structuredClone(base.bundle) as SlipBundle;
  change(bundle);
  return { name, bundle, says: expected, base: base.name };
}
