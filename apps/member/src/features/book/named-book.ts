import type { QueryClient } from '@tanstack/react-query';
import { houseQuery } from '../../api/house/house.ts';

/** What the house says of the book; only the first time is its key believed. */
export interface NamedBook {
  /** Verifier key; null where the house names none. */
  logKey: string | null;
  /** Verifier keys of the witnesses that the newest table asks for. */
  witnesses: readonly string[];
}

export async function readNamedBook(client: QueryClient): Promise<NamedBook> {
  const { book } = await client.fetchQuery(houseQuery());
  return { logKey: book?.logKey ?? null, witnesses: book?.policy?.witnesses ?? [] };
}
