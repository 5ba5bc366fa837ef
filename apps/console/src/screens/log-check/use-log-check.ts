import { useEffect, useRef, useState } from 'react';
import { type CheckStep, checkStep, type LoggedAct, readActAt } from '../../api/audit.ts';

export type LogCheckState =
  | { kind: 'rest' }
  | { kind: 'walks'; steps: CheckStep[] }
  | { kind: 'stopped'; steps: CheckStep[] }
  | { kind: 'failed'; steps: CheckStep[]; error: unknown }
  | { kind: 'whole'; steps: CheckStep[]; last: CheckStep }
  /** `found`: the first act that is not as it was written, as it stands there now; null where none can be read. */
  | { kind: 'broken'; steps: CheckStep[]; last: CheckStep; found: LoggedAct | null };

/** A log of so many steps takes hours: whoever has one asks the command instead. */
const STEPS_MAX = 2_000;

/** Walks the log step by step, from its first act to the last or to the first that is broken. */
export function useLogCheck() {
  const [state, setState] = useState<LogCheckState>({ kind: 'rest' });
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);

  async function start(): Promise<void> {
    const stop = new AbortController();
    leaving.current = stop;
    const steps: CheckStep[] = [];
    setState({ kind: 'walks', steps: [] });
    try {
      let from: string | null = '0';
      while (from !== null && steps.length < STEPS_MAX) {
        const step: CheckStep = await checkStep(from, stop.signal);
        steps.push(step);
        if (step.brokenAt !== null) {
          const found = await readActAt(step.brokenAt, stop.signal).catch(() => null);
          setState({ kind: 'broken', steps, last: step, found });
          return;
        }
        from = step.next;
        setState(from === null ? { kind: 'whole', steps, last: step } : { kind: 'walks', steps: [...steps] });
      }
    } catch (error) {
      if (!stop.signal.aborted) setState({ kind: 'failed', steps, error });
    }
  }

  function halt(): void {
    leaving.current?.abort();
    setState((now) => (now.kind === 'walks' ? { kind: 'stopped', steps: now.steps } : now));
  }

  return { state, start, halt };
}
