import type { Step } from '@tercet/fair';
import type { ProofQuestion } from './proof-messages.ts';
import { type Checked, createProofRunner } from './proof-runner.ts';

/** The app's only proof worker. */
export const proofs = createProofRunner(
  () => new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' }),
);

/** Checks a bundle on this phone. `onStep` receives each step as it is computed. */
export function runProof(question: ProofQuestion, onStep?: (step: Step) => void): Promise<Checked> {
  return proofs.run(question, onStep === undefined ? {} : { onStep });
}
