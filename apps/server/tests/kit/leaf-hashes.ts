import type { Db } from '../../src/db/pool.ts';
import { leafHashPages } from '../../src/draw/evidence/sealed-leaves.ts';
import type { Period } from '../../src/draw/periods.ts';

/** All leaf hashes of a sealed period in hex, in tree order. */
export async function leafHashesOf(db: Db, period: Period): Promise<string[]> {
  const pages: Buffer[] = [];
  for await (const page of leafHashPages(db, period)) pages.push(page);
  return Buffer.concat(pages).toString('hex').match(/.{64}/g) ?? [];
}
