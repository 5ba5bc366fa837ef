import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { houseQuery } from '../../../api/house.ts';
import type { DayAudit, DayProgress } from '../../../features/proof/day/audit-day.ts';
import { runDay } from '../../../features/proof/day/run-day.ts';

export type DayRun =
  | { state: 'running'; progress: DayProgress | null; stop(): void }
  | { state: 'stopped'; again(): void }
  | { state: 'failed'; error: Error; again(): void }
  | { state: 'done'; audit: DayAudit; again(): void };

/** Checks the draws of a day when the component appears, and again when asked to. */
export function useDay(day: string): DayRun {
  const house = useQuery(houseQuery());
  const [{ turn, stopped }, setTurn] = useState({ turn: 0, stopped: false });
  const [progress, setProgress] = useState<DayProgress | null>(null);
  const [ended, setEnded] = useState<{ audit: DayAudit } | { error: Error } | null>(null);
  const book = house.data?.book;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn runs it again, other news of the house do not
  useEffect(() => {
    if (book === undefined || stopped) return;
    const abort = new AbortController();
    setProgress(null);
    setEnded(null);
    const named = { logKey: book.logKey, witnesses: book.policy.witnesses };
    runDay({ wanted: { day, origin: book.origin }, named }, abort.signal, setProgress)
      .then((audit) => setEnded({ audit }))
      .catch((error: Error) => {
        if (!abort.signal.aborted) setEnded({ error });
      });
    return () => abort.abort();
  }, [day, book?.origin, book?.logKey, stopped, turn]);

  function again(): void {
    if (house.isError) void house.refetch();
    setTurn({ turn: turn + 1, stopped: false });
  }

  if (stopped) return { state: 'stopped', again };
  if (book === undefined && house.error !== null) return { state: 'failed', error: house.error, again };
  if (ended === null) return { state: 'running', progress, stop: () => setTurn({ turn, stopped: true }) };
  return 'audit' in ended ? { state: 'done', ...ended, again } : { state: 'failed', ...ended, again };
}
