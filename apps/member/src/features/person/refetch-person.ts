import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../../api/shared/query-keys.ts';

/** After a change of the person, before the page goes on: who he is, what he still needs, and his level anew. */
export async function refetchPerson(client: QueryClient): Promise<void> {
  await Promise.all([keys.person, keys.wallet, keys.me].map((queryKey) => client.invalidateQueries({ queryKey })));
}
