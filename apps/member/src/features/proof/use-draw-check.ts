import type { QueryClient } from '@tanstack/react-query';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../api/shared/query-keys.ts';
import { afterPaint } from '../../ui/after-paint.ts';
import type { MarkState } from '../../ui/mark/mark.tsx';
import type { OwnCheck } from './check-draw.ts';
import { markOfProof } from './draw-mark.ts';
import { isFinalVerdict } from './final-verdict.ts';

/** Repeat intervals: for a pending draw, and for an incomplete check. */
const AGAIN_MS = 5000;
const LATER_MS = 30_000;

/** This phone's check of one draw, cached for the page. Repeats until the verdict is final. */
function drawCheckQuery(client: QueryClient, drawId: string) {
  return queryOptions({
    queryKey: keys.check(drawId),
    queryFn: async () => {
      // A table is shown before the code of proofs is loaded.
      await afterPaint();
      return (await import('./check-draw.ts')).checkDraw(client, drawId);
    },
    staleTime: (query) => (query.state.data && isFinalVerdict(query.state.data.verdict) ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: (query) => againMs(query.state.data),
    retry: 2,
    retryDelay: 600,
  });
}

function againMs(check: OwnCheck | undefined): number | false {
  if (check === undefined || isFinalVerdict(check.verdict)) return false;
  return check.verdict === 'pending' ? AGAIN_MS : LATER_MS;
}

/** Checks the draw while `wanted` is true, which callers set after the draw. Null until the first result. */
export function useDrawCheck(drawId: string, wanted: boolean): OwnCheck | null {
  const client = useQueryClient();
  const { data } = useQuery({ ...drawCheckQuery(client, drawId), enabled: wanted });
  return data ?? null;
}

/** The mark of a check; null without one. */
export function markOfCheck(check: OwnCheck | null): MarkState | null {
  return check === null ? null : markOfProof(check, check.isPinned);
}
