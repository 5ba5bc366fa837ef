import { entriesPath, parseCheckpointText, parseNote, TILE_WIDTH, tilePath, tilesOfSize } from '@tercet/fair';
import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { BookFault } from './book-fault.ts';
import { newestCheckpoint, readTileFile, type SignedCheckpoint } from './read-log.ts';
import type { BookStore } from './store.ts';

export interface MirrorDeps {
  db: Db;
  store: BookStore;
  /** Leaf hashes of a sealed draw, concatenated. */
  leavesOf(drawId: string): Promise<Uint8Array>;
  signal?: AbortSignal;
}

export interface Mirror {
  /**
   * Uploads the files of the newest tree head before it is signed. Anything with a published signature then has a copy
   * outside the database. Returns the number of entries whose files are in the store.
   */
  bringAhead(): Promise<number>;
  /** Uploads all files of the newest signed checkpoint, then the checkpoint, if it is new. */
  bring(): Promise<void>;
}

const FOR_EVER = 'public, max-age=31536000, immutable';
const BYTES = 'application/octet-stream';
const CHECKPOINT = 'checkpoint';
/** Concurrent uploads. */
const PUTS_MAX = 8;

/**
 * Keeps a store in sync with the book. All files of a checkpoint are uploaded before the checkpoint itself. After an
 * interruption, the store's own checkpoint tells where to continue.
 */
export function createMirror(deps: MirrorDeps): Mirror {
  let shown: string | null = null;
  /** Number of entries whose files are uploaded, although no checkpoint covers them yet. Null if unknown. */
  let ahead: number | null = null;

  return {
    async bringAhead() {
      const treeHead = await deps.db
        .selectFrom('book.tree_head')
        .select((eb) => eb.fn.max('size').as('size'))
        .executeTakeFirst();
      const size = Number(treeHead?.size ?? 0);
      if (ahead === null) {
        const newest = await newestCheckpoint(deps.db);
        ahead = newest === null ? 0 : Number(await storedSize(deps, newest));
      }
      if (ahead < size) await bringFiles(deps, ahead, size);
      if (!deps.signal?.aborted) ahead = Math.max(ahead, size);
      return ahead;
    },
    async bring() {
      const newest = await newestCheckpoint(deps.db);
      if (!newest || newest.note === shown) return;
      const stored = await storedSize(deps, newest);
      // Partial tiles belong to one size only, so those of another tree head do not help.
      const isThere = ahead !== null && BigInt(ahead) === newest.size;
      if (stored < newest.size && !isThere) await bringFiles(deps, Number(stored), Number(newest.size));
      if (deps.signal?.aborted) return;
      const bytes = Buffer.from(newest.note);
      await deps.store.put(CHECKPOINT, { bytes, contentType: 'text/plain; charset=utf-8', cacheControl: 'max-age=1' });
      shown = newest.note;
    },
  };
}

/** Number of entries that the store shows. Throws a `BookFault` if it shows another or a longer book. */
async function storedSize({ db, store }: MirrorDeps, newest: SignedCheckpoint): Promise<bigint> {
  const bytes = await store.get(CHECKPOINT);
  if (bytes === null) return 0n;
  const text = parseNote(Buffer.from(bytes).toString())?.text ?? '';
  const size = parseCheckpointText(text)?.size;
  if (size === undefined) throw new BookFault('the store of the book has a malformed checkpoint');
  const own = await db.selectFrom('book.checkpoint').select('note').where('size', '=', BigInt(size)).executeTakeFirst();
  if (own === undefined || BigInt(size) > newest.size || parseNote(own.note)?.text !== text) {
    throw new BookFault(`the store contains a different book, of ${size} entries`);
  }
  return BigInt(size);
}

async function bringFiles(deps: MirrorDeps, from: number, to: number): Promise<void> {
  const tasks = filesBetween(deps, from, to);
  await Promise.all(
    Array.from({ length: PUTS_MAX }, async () => {
      for await (const act of tasks) {
        if (deps.signal?.aborted) return;
        await act();
      }
    }),
  );
}

type Act = () => Promise<void>;

/** Uploads to do. All workers share one iterator, and each takes the next task. */
async function* filesBetween(deps: MirrorDeps, from: number, to: number): AsyncGenerator<Act> {
  const { db, store } = deps;
  const bytesAt = (path: string, read: () => Promise<Uint8Array | null>): Act => {
    return async () => {
      const bytes = await read();
      if (!bytes) throw new Error(`the book has no ${path}`);
      await store.put(path, { bytes, contentType: BYTES, cacheControl: FOR_EVER });
    };
  };
  for (const drawId of await sealsBetween(db, from, to)) {
    yield bytesAt(`slips/${drawId}`, () => deps.leavesOf(drawId));
  }
  for (const { level, full, partial } of tilesOfSize(to)) {
    const before = Math.floor(from / TILE_WIDTH ** level);
    if (before === full * TILE_WIDTH + partial) continue;
    for (let index = Math.floor(before / TILE_WIDTH); index < full + Math.sign(partial); index++) {
      const width = index < full ? TILE_WIDTH : partial;
      if (level === 0) {
        const name = { level: 'entries', index, width } as const;
        yield bytesAt(entriesPath(index, width), () => readTileFile(db, name));
      }
      yield bytesAt(tilePath(level, index, width), () => readTileFile(db, { level, index, width }));
    }
  }
}

async function sealsBetween(db: Db, from: number, to: number): Promise<string[]> {
  const { rows } = await sql<{ draw_id: string }>`
    select draw_id from book.entry
    where type = 'seal' and draw_id is not null and seq >= ${from}::bigint and seq < ${to}::bigint
    order by seq`.execute(db);
  return rows.map((row) => row.draw_id);
}
