import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../../api/shared/query-keys.ts';

/** Refetches person, missing steps and level after a change, before the page continues. */
export async function refetchPerson(client: QueryClient): Promise<void> {
  await Promise.all([keys.person, keys.wallet, keys.me].map((queryKey) => client.invalidateQueries({ queryKey })));
}
