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
  const bodies = await provenBodies(await source.tables(), source.tile, { size, root }, below);
  return bodies.map((body) => decodeEntryAs('table', body));
}

/** The listed entries below an index. Throws `BundleRefused` for one that is not in the checkpoint's tree. */
export async function provenBodies(
  listed: readonly { seq: number; body: string }[],
  tile: ReadTile,
  { size, root }: { size: number; root: string },
  below: number,
): Promise<string[]> {
  const bodies: string[] = [];
  for (const { seq, body } of listed) {
    if (seq >= below) continue;
    const proof = (await inclusionFromTiles(seq, size, tile)).map(toHex);
    const claim = { leafHash: entryHash(body), index: seq, size, proof, root };
    if (!verifyInclusionHex(claim)) throw new BundleRefused(`the entry at ${seq} is not in the book`);
    bodies.push(body);
  }
  return bodies;
}
