import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@tercet/dev/postgres/postgres.ts';
import { append, noteTreeHead } from '@tercet/server/book/book.ts';
import { migrate } from '@tercet/server/db/migrate.ts';
import { type Db, openDb, openPool, type Pool } from '@tercet/server/db/pool.ts';
import { roleUrls } from '@tercet/server/db/rights/role-urls.ts';
import { transaction } from '@tercet/server/db/transaction.ts';
import { PASSWORDS } from '../kit/club.ts';
import { percentile, report } from '../kit/measure.ts';

const SMALL = 10_000;
const LARGE = 10_000_000;
const ROUNDS = 8;
const APPENDS_A_ROUND = 250;
const FILL_STEP = 1_000_000;
const TILE = 256;

interface Book {
  db: Db;
  samples: number[];
  close(): Promise<void>;
}

/**
 * Time to append one entry durably, in a book of ten thousand and one of ten million entries, in turn, so that the
 * machine's load affects both.
 */
export async function appendToBook(): Promise<void> {
  const books = [await bookOf(SMALL), await bookOf(LARGE)] as const;
  try {
    for (const book of books) await appendSome(book, APPENDS_A_ROUND);
    for (const book of books) book.samples.length = 0;
    for (let round = 0; round < ROUNDS; round++) for (const book of books) await appendSome(book, APPENDS_A_ROUND);
    const [small, large] = books.map(({ samples }) => samples) as [number[], number[]];
    report('append-median', percentile(large, 0.5), 'ms', percentile(small, 0.5));
    report('append-p99', percentile(large, 0.99), 'ms', percentile(small, 0.99));
  } finally {
    for (const book of books) await book.close();
  }
}

async function appendSome({ db, samples }: Book, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const start = performance.now();
    const root = n.toString(16).padStart(64, '0');
    await transaction(db, (tx) => append(tx, [{ type: 'seal', draw_id: `bench/${n}`, root, count: '5', table: root }]));
    await noteTreeHead(db);
    samples.push(performance.now() - start);
  }
}

async function bookOf(size: number): Promise<Book> {
  const folder = await mkdtemp(join(tmpdir(), 'tercet-bench-'));
  // PostgreSQL's own user must reach the folder, or the cluster would be placed elsewhere and stay there.
  await chmod(folder, 0o711);
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), endWithUs: true });
  await migrate(postgres.ownerUrl, { passwords: PASSWORDS });
  const owner = openPool({ url: postgres.ownerUrl, connectionsMax: 2, statementTimeoutMs: 600_000 });
  await fill(owner, size);
  const db = openDb(openPool({ url: roleUrls(postgres.ownerUrl, PASSWORDS).draw, connectionsMax: 2 }));
  return {
    db,
    samples: [],
    async close() {
      await db.destroy();
      await owner.end();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Inserts entries in bulk, as the owner, with nodes and frontier of such a book. The hashes are fillers. */
async function fill(owner: Pool, size: number): Promise<void> {
  for (let from = 0; from < size; from += FILL_STEP) {
    await owner.query(
      `insert into book.entry (seq, type, draw_id, body, hash, at)
       select n, 'seal', 'dice-30/' || n, '{"count":"5","draw_id":"dice-30/' || n || '","root":"' || repeat('0', 64)
         || '","type":"seal"}', sha256(n::text::bytea), now()
       from generate_series($1::bigint, $2::bigint - 1) n`,
      [from, Math.min(size, from + FILL_STEP)],
    );
  }
  for (let level = 1, count = Math.floor(size / TILE); count > 0; level++, count = Math.floor(count / TILE)) {
    await owner.query(
      `insert into book.node (level, index, hash)
       select $1::smallint, n, sha256(n::text::bytea) from generate_series(0, $2::bigint - 1) n`,
      [level, count],
    );
  }
  const frontier = Buffer.alloc(32 * size.toString(2).replaceAll('0', '').length, 7);
  await owner.query('update book.head set size = $1, frontier = $2', [size, frontier]);
  await owner.query('vacuum analyze');
  await owner.query('checkpoint');
}
