import { useQuery } from '@tanstack/react-query';
import { type DrawProof, decodeEntryAs, parseVerifierKey, type VerifyOptions } from '@tercet/fair';
import { serverClock } from '../../api/clock.ts';
import { houseQuery } from '../../api/house.ts';
import type { House } from '../../api/types.ts';
import { browserStore } from '../../features/book/book-store.ts';
import { FOLLOWED, type FollowedBook } from '../../features/book/follow-book.ts';
import type { AskPlan } from '../../features/proof/gather-proof.ts';
import type { PinnedKey } from './independence.tsx';

/** What this phone can hold against a bundle. */
export interface Known {
  /** Null where the house does not answer. */
  house: House | null;
  /** The book that this phone follows, if it does. */
  followed: FollowedBook | null;
}

export interface Terms {
  options: VerifyOptions;
  ask: AskPlan;
  pinned: PinnedKey;
}

/** Null until it is known; the house is not waited for where there is no line. */
export function useKnown(): Known | null {
  const house = useQuery(houseQuery());
  const followed = useQuery({
    queryKey: ['followed-book'],
    queryFn: () => browserStore.read<FollowedBook>(FOLLOWED),
    networkMode: 'always',
    staleTime: 60_000,
  });
  const isSilent = house.data === undefined && (house.isError || house.fetchStatus === 'paused');
  if ((house.data === undefined && !isSilent) || followed.data === undefined) return null;
  return { house: house.data ?? null, followed: followed.data };
}

/** A period with more slips than this is checked without reading all their hashes. */
const LEAVES_MAX = 20_000;
/** Of another book: only its beacon can be asked. */
const NOBODY: AskPlan = { witnesses: [], bookUrl: '' };

/**
 * How a draw is held against what is known. A bundle of another book than this house's is compared with nothing: its
 * keys are not ours to know.
 */
export function termsOf(draw: DrawProof, { house, followed }: Known, from: 'house' | 'file'): Terms {
  const origin = originOf(draw);
  const own =
    from === 'house' || house === null ? house?.book.origin : house.book.origin === origin ? origin : undefined;
  const book = followed !== null && parseVerifierKey(followed.logKey)?.name === (own ?? origin) ? followed : null;
  // The first key that this phone knew: from it the announced changes lead on.
  const logKey = book === null ? undefined : (book.formerKeys[0] ?? book.logKey);
  // What was kept only just now is the house's word of today.
  const isEarlier = book !== null && book.sinceMs < performance.timeOrigin;
  const pinned: PinnedKey = isEarlier
    ? { state: 'kept', sinceMs: book.sinceMs }
    : { state: own === undefined ? 'none' : 'named' };
  return {
    options: {
      pinned: { ...(own === undefined ? {} : { origin: own }), ...(logKey === undefined ? {} : { logKey }) },
      witnessed: book === null ? [] : [book.note],
      nowMs: Math.min(Date.now(), serverClock.now()),
    },
    ask: own === undefined ? NOBODY : { witnesses: house?.book.witnesses ?? [], bookUrl: '', leavesMax: LEAVES_MAX },
    pinned,
  };
}

function originOf(draw: DrawProof): string | null {
  try {
    return decodeEntryAs('table', draw.table.entry.body).origin;
  } catch {
    return null;
  }
}
