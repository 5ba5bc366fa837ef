import { type AuditGap, parseVerifierKey, placeOfOrigin, type TableEntry } from '@tercet/fair';
import { newestEntries, readBundle, readCheckpoint, readNotices, readTile } from '../../../api/lottery/book-files.ts';
import { get } from '../../../api/shared/client.ts';
import { Problem } from '../../../api/shared/problem.ts';
import type { BookEntry, Page } from '../../../api/shared/types.ts';
import { browserStore } from '../../book/book-store.ts';
import { type FollowedBook, followBook, keysOf } from '../../book/follow-book.ts';
import type { HouseBook } from '../../book/house-book.ts';
import { BundleRefused } from '../../book/read-draws.ts';
import type { PinnedWitness } from '../../pins/pin-store.ts';
import { askWitness } from '../ask-witness.ts';
import { auditDay, type DaySource, type DayWitnessed } from './audit-day.ts';
import type { DayReply, DayRequest } from './day-messages.ts';

/** Audits one day of draws off the main thread. Terminating the worker cancels the audit. */

const PAUSE_MS = 2000;
/** Each note's signatures are verified. More would take a phone minutes, so above this no time counts as proven. */
const NOTES_MAX = 6000;

self.onmessage = async ({ data }: MessageEvent<DayRequest>) => {
  const reply = (message: DayReply) => self.postMessage(message);
  try {
    const book = await followedBook(data.named);
    const logKeys = keysOf(book);
    const origin = parseVerifierKey(book.logKey)?.name ?? '';
    const wanted = { day: data.day, origin, logKeys, gaps: gapsOf(data.pinnedKey, logKeys) };
    const source = sourceOf(origin, data.witnesses);
    reply({ audit: await auditDay(source, book, wanted, (progress) => reply({ progress })) });
  } catch (error) {
    const problem = error instanceof Problem ? error : null;
    const code = problem?.code ?? (error instanceof BundleRefused ? 'bundle-refused' : null);
    reply({ failure: String(error), code, status: problem?.status ?? 0 });
  }
};

/** The book that this phone follows, the same as for all other checks. */
async function followedBook({ logKey }: HouseBook): Promise<FollowedBook> {
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

function gapsOf(pinnedKey: string | null, logKeys: readonly string[]): AuditGap[] {
  if (pinnedKey === null) return ['not-pinned'];
  return logKeys.includes(pinnedKey) ? [] : ['no-notices'];
}

function sourceOf(origin: string, witnesses: readonly PinnedWitness[]): DaySource {
  return {
    bundle: (index, width) => readBundle(index, width),
    tile: (level, index, width) => readTile(level, index, width),
    async loggedBefore(index) {
      const { items } = await get<Page<BookEntry>>('/api/book/entries', { query: { limit: 1, cursor: index } });
      return items[0] ?? null;
    },
    tables: async () => (await newestEntries('table')).reverse(),
    stops: async () => (await newestEntries('stop')).reverse(),
    witnessed: (tables, from, to) => askAll(origin, witnesses, tables, from, to),
    nowMs: () => Date.now(),
  };
}

async function askAll(
  origin: string,
  witnesses: readonly PinnedWitness[],
  tables: readonly TableEntry[],
  from: number,
  to: number,
): Promise<DayWitnessed> {
  const named = new Set(tables.flatMap((table) => table.witnesses));
  const requested = witnesses.filter(({ vkey }) => named.has(vkey));
  const place = placeOfOrigin(origin);
  const reported = await Promise.all(
    requested.map(async (witness) => ({ vkey: witness.vkey, ...(await askWitness(witness, { place, from, to })) })),
  );
  const notes = reported.flatMap((one) => one.notes);
  if (notes.length > NOTES_MAX) return { notes: [], answers: [] };
  return { notes, answers: reported.flatMap(({ vkey, complete }) => (complete ? [vkey] : [])) };
}
