import { useState } from 'react';
import { useProblemText } from '../problems/use-problem-text.ts';

/** An act behind one button: whether it is under way, and in words what went wrong. */
export function useAct(work: () => Promise<void>) {
  const text = useProblemText();
  const [busy, setBusy] = useState(false);
  const [problemText, setProblem] = useState<string | null>(null);

  async function act(): Promise<void> {
    setBusy(true);
    try {
      await work();
      setProblem(null);
    } catch (error) {
      setProblem(text(error));
    } finally {
      setBusy(false);
    }
  }

  return { busy, problemText, act: () => void act() };
}
