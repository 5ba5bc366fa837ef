import type { QueryClient } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { type DrawProof, decodeEntryAs, parseVerifierKey } from '@tercet/fair';
import { houseQuery } from '../../api/house/house.ts';
import type { House } from '../../api/shared/types.ts';
import { browserStore } from '../book/book-store.ts';
import { FOLLOWED, type FollowedBook } from '../book/follow-book.ts';
import { type BookPin, readOwnPin } from '../pins/pin-store.ts';
import { useOwnPin } from '../pins/use-pin.ts';

/** What this phone compares the house's evidence with. */
export interface Known {
  /** Null if the house does not answer. */
  house: House | null;
  /** The book that this phone follows. Null before the first visit, or if the browser stores nothing. */
  followed: FollowedBook | null;
  /** The user's pin of this house's book; null if none. */
  pin: BookPin | null;
}

/** Name of this house's book: pinned, else followed by this phone, else named by the house. */
export function ownOrigin({ house, followed, pin }: Known): string | null {
  const stored = followed === null ? undefined : parseVerifierKey(followed.logKey)?.name;
  return pin?.origin ?? stored ?? house?.book?.origin ?? null;
}

/** The first key of this house's book that this phone saw; null if none is stored. */
export function firstSeenKey(known: Known): string | null {
  const { followed } = known;
  if (followed === null || parseVerifierKey(followed.logKey)?.name !== ownOrigin(known)) return null;
  return followed.formerKeys[0] ?? followed.logKey;
}

/** Name of a bundle's book; null if it names none. */
export function originOf(draw: DrawProof): string | null {
  try {
    return decodeEntryAs('table', draw.table.entry.body).origin;
  } catch {
    return null;
  }
}

/** Reads what this phone knows. Without an answer from the house it uses what is stored on this phone. */
export async function readKnown(client: QueryClient): Promise<Known> {
  const [house, followed, pin] = await Promise.all([
    client.fetchQuery(houseQuery()).catch(() => null),
    browserStore.read<FollowedBook>(FOLLOWED),
    readOwnPin(),
  ]);
  return { house, followed, pin };
}

/** Like `readKnown`; null while loading. Does not wait for the house when offline. */
export function useKnown(): Known | null {
  const house = useQuery(houseQuery());
  const followed = useQuery({
    queryKey: ['followed-book'],
    queryFn: () => browserStore.read<FollowedBook>(FOLLOWED),
    networkMode: 'always',
    staleTime: 60_000,
  });
  const isSilent = house.data === undefined && (house.isError || house.fetchStatus === 'paused');
  const pin = useOwnPin();
  const isHere = (house.data !== undefined || isSilent) && followed.data !== undefined;
  if (!isHere || pin === undefined) return null;
  return { house: house.data ?? null, followed: followed.data ?? null, pin };
}
