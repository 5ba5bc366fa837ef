import { useQuery } from '@tanstack/react-query';
import { type BookPin, readOwnPin, readPin } from './pin-store.ts';

export const PIN_KEY = ['pin'] as const;

/** The user's pin of a book; null if none, undefined while loading. */
export function usePin(origin: string | null): BookPin | null | undefined {
  return useQuery({
    queryKey: [...PIN_KEY, origin],
    queryFn: () => (origin === null ? null : readPin(origin)),
    networkMode: 'always',
    refetchOnWindowFocus: 'always',
  }).data;
}

/** The same for this house's book. */
export function useOwnPin(): BookPin | null | undefined {
  return useQuery({
    queryKey: [...PIN_KEY, 'own'],
    queryFn: () => readOwnPin(),
    networkMode: 'always',
    refetchOnWindowFocus: 'always',
  }).data;
}
