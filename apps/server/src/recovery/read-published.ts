import { decodeEntry, type Entry, entryHash, readEntriesOf, toHex } from '@tercet/fair';
import { BookFault } from '../book/book-fault.ts';
import type { Claim } from '../book/external-claims.ts';
import type { BookStore } from '../book/store.ts';
import { addLeaves, type emptyTree, treeAt } from '../book/tree.ts';
import type { Db } from '../db/pool.ts';

/** A published entry that the database lacks. */
export interface LostEntry {
  seq: bigint;
  body: string;
  entry: Entry;
  /** Leaf hash, hex. */
  hash: string;
  /** Root of the book up to and including it, hex. */
  rootAfter: string;
}

/** Entries to restore, verified against signatures. */
export interface Published {
  entries: LostEntry[];
  /** Leaf hashes of each seal among them, 32 bytes each, by draw. */
  leaves: Map<string, Uint8Array>;
  /** Source store. Null if nothing was missing. */
  from: string | null;
}

export interface Wanted {
  /** Number of entries in the database. */
  from: number;
  /** All known signed trees. One of them has `to` entries. */
  claims: readonly Claim[];
  to: number;
  onRead?: ((entries: number, total: number) => void) | undefined;
}

interface Source {
  name: string;
  store: Pick<BookStore, 'get'>;
}

/**
 * Reads the missing entries from the first store that has them as signed. Throws a `BookFault` that gives a reason for
 * each store if none does.
 */
export async function readPublished(db: Db, sources: readonly Source[], wanted: Wanted): Promise<Published> {
  const reasons: string[] = [];
  for (const source of sources) {
    try {
      return await readFrom(db, source, wanted);
    } catch (error) {
      reasons.push(`${source.name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  const why = reasons.length === 0 ? 'no store of the book is named' : reasons.join('; ');
  throw new BookFault(
    `${wanted.to} entries were signed, the database has ${wanted.from}, and the rest is not to be had: ${why}`,
  );
}

async function readFrom(db: Db, { name, store }: Source, { from, to, claims, onRead }: Wanted): Promise<Published> {
  const sources = {
    async book(path: string) {
      const bytes = await store.get(path);
      if (bytes === null) throw new Error(`it has no ${path}`);
      return bytes;
    },
  };
  const bodies = await readEntriesOf(sources, from, to);
  const entries = withRoots(await treeAt(db, from), BigInt(from), bodies);
  for (const claim of claims) {
    if (claim.size > from && entries[claim.size - from - 1]?.rootAfter !== claim.root) {
      throw new Error(`its entries do not match the tree head of ${claim.who} at ${claim.size}`);
    }
  }
  const leaves = new Map<string, Uint8Array>();
  for (const [index, { entry }] of entries.entries()) {
    onRead?.(index, entries.length);
    if (entry.type !== 'seal' || entry.count === '0') continue;
    const bytes = await store.get(`slips/${entry.draw_id}`);
    if (bytes !== null) leaves.set(entry.draw_id, bytes);
  }
  return { entries, leaves, from: name };
}

/** Entries from a place on, each with the book's root up to it. `tree` covers the earlier entries and grows. */
export function withRoots(tree: ReturnType<typeof emptyTree>, from: bigint, bodies: readonly string[]): LostEntry[] {
  return bodies.map((body, index) => {
    const entry = decodeEntry(body);
    const hash = entryHash(body);
    addLeaves(tree, [Buffer.from(hash, 'hex')]);
    return { seq: from + BigInt(index), body, entry, hash, rootAfter: toHex(tree.root()) };
  });
}
