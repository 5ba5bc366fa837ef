import type { QueryClient } from '@tanstack/react-query';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Verification } from '@tercet/fair';
import { drawQuery } from '../../api/lottery/lotteries.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { MarkState } from '../../ui/mark/mark.tsx';
import { knownClaims } from '../claims/known-claims.ts';
import { isFinalVerdict } from './final-verdict.ts';
import { markOfProof } from './mark-of.ts';
import { runProof } from './run-proof.ts';
import { readKnown } from './trusted-keys.ts';
import { ownTermsOf } from './verification-terms.ts';

/** The result of a background check. `isPinned`: the reader confirmed the key that it used. */
export type OwnCheck = Pick<Verification, 'verdict' | 'houseRun'> & { isPinned: boolean };

/** While the book has not shown all of a draw, and where something is missing. */
const AGAIN_MS = 5000;
const LATER_MS = 30_000;

/** This phone's check of one draw, cached for the page. Repeated until final. */
function drawCheckQuery(client: QueryClient, drawId: string) {
  return queryOptions({
    queryKey: keys.check(drawId),
    queryFn: async (): Promise<OwnCheck> => {
      const [known, proof] = await Promise.all([readKnown(client), client.fetchQuery(drawQuery(drawId))]);
      const { options, isPinned } = ownTermsOf(proof, known, await knownClaims(drawId));
      const { verdict, houseRun } = await runProof({ kind: 'draw', proof, options });
      return { verdict, houseRun, isPinned };
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

/** Checks the draw once it is drawn; `wanted` says when that is. */
export function useDrawCheck(drawId: string, wanted: boolean): OwnCheck | null {
  const client = useQueryClient();
  const { data } = useQuery({ ...drawCheckQuery(client, drawId), enabled: wanted });
  return data ?? null;
}

/** The mark of what was found; null while nothing is. */
export function markOfCheck(check: OwnCheck | null): MarkState | null {
  return check === null ? null : markOfProof(check, check.isPinned);
}
