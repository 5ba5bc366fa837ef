import type { QueryClient } from '@tanstack/react-query';
import { houseQuery } from '../../api/house/house.ts';

/** What the house says about its book. Its key counts only on the first visit. */
export interface HouseBook {
  /** Verifier key; null if the house names none. */
  logKey: string | null;
  /** Verifier keys of the newest table's witnesses. */
  witnesses: readonly string[];
}

export async function readHouseBook(client: QueryClient): Promise<HouseBook> {
  const { book } = await client.fetchQuery(houseQuery());
  return { logKey: book?.logKey ?? null, witnesses: book?.policy?.witnesses ?? [] };
}
