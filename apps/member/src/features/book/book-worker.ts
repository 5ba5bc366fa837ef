import { cosignaturesOf, parseVerifierKey } from '@tercet/fair';
import {
  newestEntries,
  readBundle,
  readCheckpoint,
  readNotices,
  readOwedFile,
  readTile,
} from '../../api/lottery/book-files.ts';
import { Problem } from '../../api/shared/problem.ts';
import { type BalanceCheck, checkBalance } from './balance-check.ts';
import type { BookJobs, BookNews, BookReply, BookRequest, WitnessesSeen } from './book-messages.ts';
import { browserStore } from './book-store.ts';
import { type BookSource, type FollowedBook, followBook } from './follow-book.ts';
import type { HouseBook } from './house-book.ts';
import { BundleRefused, type DrawsProgress, type DrawsRead, readDraws } from './read-draws.ts';
import { confirmedSum, storeCheck } from './stored-balance-checks.ts';

/** Reads and checks the book off the main thread, because hashing thousands of entries would block a page. */

const PAUSE_MS = 2000;
const running = new Map<number, AbortController>();

self.onmessage = ({ data }: MessageEvent<BookRequest>) => {
  if ('cancel' in data) running.get(data.id)?.abort();
  else void run(data);
};

async function run(request: Exclude<BookRequest, { cancel: true }>): Promise<void> {
  const { id } = request;
  const abort = new AbortController();
  running.set(id, abort);
  const reply = (message: BookReply) => self.postMessage(message);
  try {
    const answer = await work(request, abort.signal, (progress) => reply({ id, progress }));
    reply({ id, answer });
  } catch (error) {
    const problem = error instanceof Problem ? error : null;
    const code = problem?.code ?? (error instanceof BundleRefused ? 'bundle-refused' : null);
    reply({ id, failure: String(error), code, status: problem?.status ?? 0 });
  } finally {
    running.delete(id);
  }
}

function work(
  request: Exclude<BookRequest, { cancel: true }>,
  signal: AbortSignal,
  onProgress: (progress: unknown) => void,
): Promise<unknown> {
  switch (request.job) {
    case 'follow':
      return follow(request.ask.named);
    case 'owed':
      return owed(request.ask);
    case 'draws':
      return drawsOf(request.ask, signal, onProgress);
  }
}

/** Where this phone reads the book. The key that the house names counts only until one is stored. */
function sourceOf({ logKey }: HouseBook): BookSource {
  return {
    checkpoint: () => readCheckpoint(),
    logKey: async () => logKey,
    notices: readNotices,
    tile: (level, index, width) => readTile(level, index, width),
    nowMs: () => Date.now(),
    pause: () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS)),
  };
}

/** Reads draws only from the checkpoint that this phone follows. */
async function drawsOf(
  { named, wanted }: BookJobs['draws']['ask'],
  signal: AbortSignal,
  onProgress: (progress: DrawsProgress) => void,
): Promise<DrawsRead> {
  const followed = await believedBook(named);
  if (followed === null) throw new Problem('not-found', 404);
  const entries = {
    bundle: (index: number, width: number) => readBundle(index, width, signal),
    tile: (level: number, index: number, width: number) => readTile(level, index, width, signal),
  };
  return readDraws(entries, followed, wanted, onProgress);
}

/**
 * The newest checkpoint that extends what this phone saw; after a breach, the last one before it. Null if the house
 * names no key.
 */
async function believedBook(named: HouseBook): Promise<FollowedBook | null> {
  const following = await followBook(sourceOf(named), browserStore);
  if (following.state === 'followed') return following.book;
  return following.state === 'breach' ? following.breach.followed : null;
}

async function owed({ named, member, pinned }: BookJobs['owed']['ask']): Promise<BalanceCheck | null> {
  const followed = await believedBook(named);
  const origin = pinned?.origin ?? (followed === null ? null : (parseVerifierKey(followed.logKey)?.name ?? null));
  const confirmed = await confirmedSum(browserStore, member.userName);
  const tables = async () => (await newestEntries('table')).reverse();
  const source = { ...sourceOf(named), file: () => readOwedFile(member.id), tables };
  const witnesses = pinned?.witnesses ?? [];
  const check = await checkBalance(source, { userName: member.userName, followed, origin, witnesses, confirmed });
  if (check !== null) await storeCheck(browserStore, check);
  return check;
}

async function follow(named: HouseBook): Promise<BookNews> {
  const following = await followBook(sourceOf(named), browserStore);
  const note = following.state === 'followed' ? following.book.note : null;
  return { following, witnesses: note === null ? null : witnessesOf(note, named) };
}

/** The witnesses of the newest table, and those that cosigned this checkpoint. */
function witnessesOf(note: string, { witnesses: named }: HouseBook): WitnessesSeen {
  return { named, seen: cosignaturesOf(note, named) };
}
