import {
  decodeEntryAs,
  entryHash,
  inclusionFromTiles,
  type ReadTile,
  type TableEntry,
  toHex,
  verifyInclusionHex,
} from '@tercet/fair';
import { BundleRefused } from './read-draws.ts';

export interface TableSource {
  tile: ReadTile;
  /** All tables in the house's list, oldest first. */
  tables(): Promise<readonly { seq: number; body: string }[]>;
}

/**
 * The tables of the book below an index, oldest first. Throws `BundleRefused` for a table that is not in the
 * checkpoint's tree.
 */
export async function provenOddsTables(
  source: TableSource,
  { size, root }: { size: number; root: string },
  below: number,
): Promise<TableEntry[]> {
  const tables: TableEntry[] = [];
  for (const { seq, body } of await source.tables()) {
    if (seq >= below) continue;
    const proof = (await inclusionFromTiles(seq, size, source.tile)).map(toHex);
    const claim = { leafHash: entryHash(body), index: seq, size, proof, root };
    if (!verifyInclusionHex(claim)) throw new BundleRefused(`the table at ${seq} is not in the book`);
    tables.push(decodeEntryAs('table', body));
  }
  return tables;
}
