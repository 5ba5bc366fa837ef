import { newestEntries, readBundle, readCheckpoint, readNotices, readTile } from '../../../api/book-files.ts';
import { get } from '../../../api/client.ts';
import { Problem } from '../../../api/problem.ts';
import type { BookEntry, Page } from '../../../api/types.ts';
import { browserStore } from '../../book/book-store.ts';
import { followBook } from '../../book/follow-book.ts';
import type { NamedBook } from '../../book/named-book.ts';
import { BundleRefused } from '../../book/read-draws.ts';
import { auditDay, type DaySource } from './audit-day.ts';
import type { DayReply, DayRequest } from './day-messages.ts';

/** Reads and checks a day of draws off the main thread. One worker does one day; ending it ends the work. */

const PAUSE_MS = 2000;

self.onmessage = async ({ data }: MessageEvent<DayRequest>) => {
  const reply = (message: DayReply) => self.postMessage(message);
  try {
    const checkpoint = await newestCheckpoint(data.named);
    reply({ audit: await auditDay(source, checkpoint, data.wanted, (progress) => reply({ progress })) });
  } catch (error) {
    const problem = error instanceof Problem ? error : null;
    const code = problem?.code ?? (error instanceof BundleRefused ? 'bundle-refused' : null);
    reply({ failure: String(error), code, status: problem?.status ?? 0 });
  }
};

/** The checkpoint that this phone follows: a day is read from the same book as everything else. */
async function newestCheckpoint({ logKey }: NamedBook): Promise<{ size: number; root: string }> {
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS));
  const following = await followBook(
    {
      checkpoint: () => readCheckpoint(),
      logKey: async () => logKey,
      notices: readNotices,
      tile: (level, index, width) => readTile(level, index, width),
      nowMs: () => Date.now(),
      pause,
    },
    browserStore,
  );
  const book =
    following.state === 'followed' ? following.book : following.state === 'breach' ? following.breach.followed : null;
  if (book === null) throw new Problem('not-found', 404);
  return book;
}

const source: DaySource = {
  bundle: (index, width) => readBundle(index, width),
  tile: (level, index, width) => readTile(level, index, width),
  async loggedBefore(place) {
    const { items } = await get<Page<BookEntry>>('/api/book/entries', { query: { limit: 1, cursor: place } });
    return items[0] ?? null;
  },
  tables: async () => (await newestEntries('table')).reverse(),
  nowMs: () => Date.now(),
};
