import type { Step, Verification } from '@tercet/fair';
import { useEffect, useState } from 'react';
import type { ProofQuestion } from '../../features/proof/proof-messages.ts';
import { runProof } from '../../features/proof/run-proof.ts';

/** A computed step stays alone this long before the next shows, so that an eye can follow. */
const STEP_SHOWN_MS = 170;
const still = matchMedia('(prefers-reduced-motion: reduce)');

export interface ProofRun {
  /** Those computed and shown so far. */
  steps: readonly Step[];
  /** Null until every step is shown. */
  verification: Verification | null;
  failed: boolean;
}

/** Runs a check once, when the component appears. */
export function useProofRun(question: ProofQuestion): ProofRun {
  const [asked] = useState(question);
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const [verification, setVerification] = useState<Verification | null>(null);
  const [failed, setFailed] = useState(false);
  const [shown, setShown] = useState(0);

  useEffect(() => {
    let left = false;
    runProof(asked, (step) => {
      if (!left) setSteps((known) => [...known, step]);
    })
      .then((found) => {
        if (!left) setVerification(found);
      })
      .catch(() => {
        if (!left) setFailed(true);
      });
    return () => {
      left = true;
      setSteps([]);
    };
  }, [asked]);

  useEffect(() => {
    if (shown >= steps.length) return;
    const timer = setTimeout(() => setShown((count) => count + 1), still.matches ? 0 : STEP_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown, steps.length]);

  const done = verification !== null && shown >= verification.steps.length;
  return { steps: steps.slice(0, shown), verification: done ? verification : null, failed };
}
