import type { QueryClient } from '@tanstack/react-query';
import { houseQuery } from '../../api/house/house.ts';

/** What the house says of the book; only the first time is its key believed. */
export interface HouseBook {
  /** Verifier key; null where the house names none. */
  logKey: string | null;
  /** Verifier keys of the witnesses that the newest table asks for. */
  witnesses: readonly string[];
}

export async function readHouseBook(client: QueryClient): Promise<HouseBook> {
  const { book } = await client.fetchQuery(houseQuery());
  return { logKey: book?.logKey ?? null, witnesses: book?.policy?.witnesses ?? [] };
}
