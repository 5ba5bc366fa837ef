import type { Db } from '../db/pool.ts';
import { PLAIN_HOST, readService } from '../house/service.ts';

const KEPT_MS = 1_000;

/**
 * Follows the origins that members' pages may frame: the card field and the current service page of the house. Each
 * page needs them, so the returned function answers at once with the last known value. A value older than a second
 * starts a read in the background. If that fails, the last value stays.
 */
export async function followFramed(
  db: Db,
  cardOrigin: string | null,
  nowMs: () => number,
): Promise<() => readonly string[]> {
  async function read(): Promise<readonly string[]> {
    const url = (await readService(db))?.url ?? null;
    const named = url?.startsWith('https://') && URL.canParse(url) ? new URL(url) : null;
    // An odd host name would break or change the policy.
    const page = named !== null && PLAIN_HOST.test(named.hostname) ? named.origin : null;
    return [cardOrigin, page].filter((one) => one !== null);
  }
  let known = await read();
  let readAt = nowMs();
  return () => {
    if (nowMs() - readAt < KEPT_MS) return known;
    readAt = nowMs();
    void read().then(
      (framed) => {
        known = framed;
      },
      () => undefined,
    );
    return known;
  };
}
