import type { HostOrigins } from '@tercet/contract/called-hosts.ts';
import type { Db } from '../db/pool.ts';
import { PLAIN_HOST, readService } from '../house/service.ts';

const KEPT_MS = 1_000;

interface FixedHosts {
  /** URLs of the witnesses and of the beacon's relays. */
  witnesses: readonly string[];
  beacon: readonly string[];
  /** Origin of the payment provider's card field; null without one. */
  cardOrigin: string | null;
}

/**
 * Follows the origins that members' pages may call: witnesses, relays, the card field, and the current service page of
 * the house. Each page needs them, so the returned function answers at once with the last known value. A value older
 * than a second starts a read in the background. If that fails, the last value stays.
 */
export async function followHosts(db: Db, fixed: FixedHosts, nowMs: () => number): Promise<() => HostOrigins> {
  async function read(): Promise<HostOrigins> {
    const url = (await readService(db))?.url ?? null;
    const named = url?.startsWith('https://') && URL.canParse(url) ? new URL(url) : null;
    // An odd host name would break or change the policy.
    const page = named !== null && PLAIN_HOST.test(named.hostname) ? [named.origin] : [];
    const { witnesses, beacon, cardOrigin } = fixed;
    return {
      witnesses: originsOf(witnesses),
      beacon: originsOf(beacon),
      card: cardOrigin === null ? [] : originsOf([cardOrigin]),
      service: page,
    };
  }
  let known = await read();
  let readAt = nowMs();
  return () => {
    if (nowMs() - readAt < KEPT_MS) return known;
    readAt = nowMs();
    void read().then(
      (hosts) => {
        known = hosts;
      },
      () => undefined,
    );
    return known;
  };
}

function originsOf(urls: readonly string[]): string[] {
  return [...new Set(urls.map((url) => new URL(url).origin))];
}
