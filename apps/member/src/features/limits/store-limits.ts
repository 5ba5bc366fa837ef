import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../../api/shared/query-keys.ts';
import type { Limits } from '../../api/shared/types.ts';

/** Takes over what the server answered; what may be topped up, and how long may be played, follows from it. */
export function storeLimits(client: QueryClient, limits: Limits): void {
  client.setQueryData(keys.limits, limits);
  void client.invalidateQueries({ queryKey: keys.wallet });
  void client.invalidateQueries({ queryKey: keys.play });
}
