import type { Step } from '@tercet/fair';
import { startTransition, useEffect, useState } from 'react';
import type { SourcesReport } from '../../features/proof/gather-proof.ts';
import type { ProofQuestion } from '../../features/proof/proof-messages.ts';
import type { Checked, ProofRunner } from '../../features/proof/proof-runner.ts';

/** Delay between displayed steps, so that readers can follow. */
const STEP_SHOWN_MS = 50;
const still = matchMedia('(prefers-reduced-motion: reduce)');

export interface ProofRun {
  /** Steps computed and displayed so far. */
  steps: readonly Step[];
  /** Answers of witnesses and beacon; null before they arrive and for checks without requests. */
  report: SourcesReport | null;
  /** Null until every step is displayed. */
  checked: Checked | null;
  failed: boolean;
}

/** Runs a check once, on mount; later changes of the question are ignored. */
export function useProofRun(question: ProofQuestion, runner: ProofRunner): ProofRun {
  const [first] = useState(question);
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const [report, setReport] = useState<SourcesReport | null>(null);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [failed, setFailed] = useState(false);
  const [shown, setShown] = useState(0);

  useEffect(() => {
    let left = false;
    const unlessLeft =
      <T>(act: (value: T) => void) =>
      (value: T) => {
        if (!left) act(value);
      };
    runner
      .run(first, {
        onStep: unlessLeft((step) => setSteps((known) => [...known, step])),
        onReport: unlessLeft(setReport),
        keep: true,
      })
      .then(unlessLeft(setChecked))
      .catch(unlessLeft(() => setFailed(true)));
    return () => {
      left = true;
      setSteps([]);
    };
  }, [first, runner]);

  useEffect(() => {
    if (shown >= steps.length) return;
    const next = () => startTransition(() => setShown((count) => count + 1));
    const timer = setTimeout(next, still.matches ? 0 : STEP_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown, steps.length]);

  const done = checked !== null && shown >= checked.steps.length;
  return { steps: steps.slice(0, shown), report, checked: done ? checked : null, failed };
}
