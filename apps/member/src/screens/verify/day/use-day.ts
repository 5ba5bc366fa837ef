import { useEffect, useState } from 'react';
import type { DayAudit, DayProgress } from '../../../features/proof/day/audit-day.ts';
import { runDay } from '../../../features/proof/day/run-day.ts';
import type { Known } from '../../../features/proof/trusted-keys.ts';
import { askable } from '../../../features/proof/verification-terms.ts';

export type DayRun =
  | { state: 'running'; progress: DayProgress | null; stop(): void }
  | { state: 'stopped'; again(): void }
  | { state: 'failed'; error: Error; again(): void }
  | { state: 'done'; audit: DayAudit; again(): void };

/** Checks a day on mount, and again on request or after another key or witness is confirmed. */
export function useDay(day: string, { house, pin }: Known): DayRun {
  const [{ turn, stopped }, setTurn] = useState({ turn: 0, stopped: false });
  const [progress, setProgress] = useState<DayProgress | null>(null);
  const [ended, setEnded] = useState<{ audit: DayAudit } | { error: Error } | null>(null);
  const logKey = house?.book?.logKey ?? null;
  const pinnedKey = pin?.logKey ?? null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn runs it again, other news of the house do not
  useEffect(() => {
    if (stopped) return;
    const abort = new AbortController();
    setProgress(null);
    setEnded(null);
    const named = { logKey, witnesses: [] };
    const request = { day, named, pinnedKey, witnesses: askable(pin?.witnesses ?? []) };
    runDay(request, abort.signal, setProgress)
      .then((audit) => setEnded({ audit }))
      .catch((error: Error) => {
        if (!abort.signal.aborted) setEnded({ error });
      });
    return () => abort.abort();
  }, [day, logKey, pinnedKey, pin?.witnesses, stopped, turn]);

  const again = () => setTurn({ turn: turn + 1, stopped: false });
  if (stopped) return { state: 'stopped', again };
  if (ended === null) return { state: 'running', progress, stop: () => setTurn({ turn, stopped: true }) };
  return 'audit' in ended ? { state: 'done', ...ended, again } : { state: 'failed', ...ended, again };
}
