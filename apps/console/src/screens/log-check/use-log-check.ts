import { useEffect, useRef, useState } from 'react';
import { type CheckStep, checkStep, type LoggedAct, readActAt } from '../../api/staff/audit.ts';

export type LogCheckState =
  | { kind: 'rest' }
  | { kind: 'walks'; steps: CheckStep[] }
  | { kind: 'stopped'; steps: CheckStep[] }
  | { kind: 'failed'; steps: CheckStep[]; error: unknown }
  | { kind: 'whole'; steps: CheckStep[]; last: CheckStep }
  /**
   * `last` is the first step with a fault. `found` is the current content of the first wrong entry; null if unreadable.
   */
  | { kind: 'broken'; steps: CheckStep[]; last: CheckStep; found: LoggedAct | null };

/** A longer log takes hours; use the command instead. */
const STEPS_MAX = 2_000;

/** Verifies the log step by step, from the first entry to the last. */
export function useLogCheck() {
  const [state, setState] = useState<LogCheckState>({ kind: 'rest' });
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);

  async function start(): Promise<void> {
    const stop = new AbortController();
    leaving.current = stop;
    const steps: CheckStep[] = [];
    let broken: CheckStep | null = null;
    setState({ kind: 'walks', steps: [] });
    try {
      let from: string | null = '0';
      while (from !== null && steps.length < STEPS_MAX) {
        const step: CheckStep = await checkStep(from, stop.signal);
        steps.push(step);
        broken ??= step.brokenAt === null ? null : step;
        from = step.next;
        if (from !== null) setState({ kind: 'walks', steps: [...steps] });
        else if (broken === null) setState({ kind: 'whole', steps, last: step });
        else setState({ kind: 'broken', steps, last: broken, found: await readFound(broken, stop.signal) });
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

async function readFound({ brokenAt }: CheckStep, signal: AbortSignal): Promise<LoggedAct | null> {
  return brokenAt === null ? null : readActAt(brokenAt, signal).catch(() => null);
}
