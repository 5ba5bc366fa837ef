/** Chooses the beacon of a first table. Later the table's own chain decides. */
import { QUICKNET, QUICKNET_RELAYS } from '@tercet/fair';
import type { Beacon } from '../../draw/worker/beacon.ts';
import { drandBeacon, isCurrentRound } from './drand.ts';
import { localBeacon } from './local.ts';

export interface BeaconChoice {
  /** `auto`: drand if a relay answers in time with a current round, else local. */
  mode: 'auto' | 'drand' | 'local';
  localUrl: string;
  relays?: readonly string[];
  autoTimeoutMs?: number;
  /** Unix milliseconds. */
  now?: () => number;
}

const AUTO_TIMEOUT_MS = 3_000;

/** Throws a `BeaconUnavailable` if the local beacon is chosen and down. Only `auto` contacts drand. */
export async function chooseBeacon(choice: BeaconChoice): Promise<Beacon> {
  const { mode, localUrl, relays = QUICKNET_RELAYS, autoTimeoutMs = AUTO_TIMEOUT_MS, now = Date.now } = choice;
  if (mode === 'drand') return drandBeacon({ relays });
  if (mode === 'local') return localBeacon(localUrl);
  return (await anyRelayKeepsUp(relays, autoTimeoutMs, now)) ? drandBeacon({ relays }) : localBeacon(localUrl);
}

/** Ask all relays at once, so that one that hangs does not use up the others' time. */
async function anyRelayKeepsUp(relays: readonly string[], timeoutMs: number, now: () => number): Promise<boolean> {
  const settled = new AbortController();
  const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(timeoutMs)]);
  const requested = relays.map(async (relay) => {
    const { round } = await drandBeacon({ relays: [relay], requestTimeoutMs: timeoutMs, now }).latest(signal);
    if (!isCurrentRound(round, QUICKNET, now())) throw new Error('the round is outdated');
  });
  try {
    await Promise.any(requested);
    return true;
  } catch {
    return false;
  } finally {
    settled.abort();
  }
}
