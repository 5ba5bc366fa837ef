import { useQuery } from '@tanstack/react-query';
import { type BookPin, readOwnPin, readPin } from './pin-store.ts';

export const PIN_KEY = ['pin'] as const;

/** What the reader confirmed of a book; null where nothing, undefined until it is read. */
export function usePin(origin: string | null): BookPin | null | undefined {
  return useQuery({
    queryKey: [...PIN_KEY, origin],
    queryFn: () => (origin === null ? null : readPin(origin)),
    networkMode: 'always',
    refetchOnWindowFocus: 'always',
  }).data;
}

/** The same of this house's own book. */
export function useOwnPin(): BookPin | null | undefined {
  return useQuery({
    queryKey: [...PIN_KEY, 'own'],
    queryFn: () => readOwnPin(),
    networkMode: 'always',
    refetchOnWindowFocus: 'always',
  }).data;
}
