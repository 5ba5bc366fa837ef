import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../../api/shared/query-keys.ts';
import type { Limits } from '../../api/shared/types.ts';

/** Stores limits that the server returned. Refetches the wallet and the play session, which depend on them. */
export function storeLimits(client: QueryClient, limits: Limits): void {
  client.setQueryData(keys.limits, limits);
  void client.invalidateQueries({ queryKey: keys.wallet });
  void client.invalidateQueries({ queryKey: keys.play });
}
