import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../../api/query-keys.ts';

/** After a change of the person: who he is, what he still needs and his level are asked for anew, before the page goes on. */
export async function refetchPerson(client: QueryClient): Promise<void> {
  await Promise.all([keys.person, keys.wallet, keys.me].map((queryKey) => client.invalidateQueries({ queryKey })));
}
