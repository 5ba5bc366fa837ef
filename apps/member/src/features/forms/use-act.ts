import { useRef, useState } from 'react';
import { useProblemText } from '../problems/use-problem-text.ts';

/**
 * State of an action behind one button: running, and its error text. Ignores a second tap while it runs, even before
 * the button shows that it is busy.
 */
export function useAct(work: () => Promise<void>) {
  const text = useProblemText();
  const [busy, setBusy] = useState(false);
  const [problemText, setProblem] = useState<string | null>(null);

  const isRunning = useRef(false);

  async function act(): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      await work();
      setProblem(null);
    } catch (error) {
      setProblem(text(error));
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }

  return { busy, problemText, act: () => void act() };
}
