import type { Db } from '../db/pool.ts';
import { PLAIN_HOST, readService } from '../house/service.ts';

const KEPT_MS = 1_000;

/**
 * What the members’ pages may show in frames: a field for cards, and the page of service that the house names now. It
 * is asked for with every page, so the answer is what was last read; whoever asks later than a second after has it read
 * anew, and does not wait. Where that fails, what was known stays.
 */
export async function followFramed(
  db: Db,
  cardOrigin: string | null,
  nowMs: () => number,
): Promise<() => readonly string[]> {
  async function read(): Promise<readonly string[]> {
    const url = (await readService(db))?.url ?? null;
    const named = url?.startsWith('https://') && URL.canParse(url) ? new URL(url) : null;
    // What is no plain name would make another policy of it, or none.
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
