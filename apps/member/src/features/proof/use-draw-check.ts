import type { QueryClient } from '@tanstack/react-query';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Verification } from '@tercet/fair';
import { houseQuery } from '../../api/house.ts';
import { drawQuery } from '../../api/lotteries.ts';
import { keys } from '../../api/query-keys.ts';
import { runProof } from './run-proof.ts';

/** The check of one draw by this phone, kept as long as the page lives. Pending ones are asked again. */
function drawCheckQuery(client: QueryClient, drawId: string) {
  return queryOptions({
    queryKey: keys.check(drawId),
    queryFn: async (): Promise<Verification> => {
      const [house, proof] = await Promise.all([client.fetchQuery(houseQuery()), client.fetchQuery(drawQuery(drawId))]);
      return runProof({ kind: 'draw', proof, options: { pinned: { origin: house.book.origin } } });
    },
    staleTime: (query) => (query.state.data?.verdict === 'pending' ? 0 : Number.POSITIVE_INFINITY),
    retry: 2,
    retryDelay: 600,
  });
}

/** Checks the draw once it is drawn; `wanted` says when that is. */
export function useDrawCheck(drawId: string, wanted: boolean): Verification | null {
  const client = useQueryClient();
  const { data } = useQuery({ ...drawCheckQuery(client, drawId), enabled: wanted });
  return data ?? null;
}
