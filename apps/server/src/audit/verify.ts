import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { DB } from '../db/schema.d.ts';
import { chained } from './audit.ts';
import { canonicalText } from './canonical.ts';

/** A head that was made public when the log had so many entries. */
export interface PublishedHead {
  size: bigint;
  /** In hex. */
  head: string;
}

/** `brokenAt` is the place of the first entry that is not as it was written; null where the log is whole. */
export interface Verdict {
  size: bigint;
  brokenAt: bigint | null;
  what: string | null;
}

const PAGE = 1_000;
/** The head of a log without an entry. */
const EMPTY_HEAD = createHash('sha256').digest();

/**
 * Walks the whole log: whether each entry follows from the one before, says what its columns say, and whether the log
 * led to each head that was published. Whoever may write everywhere can make a chain that fits itself; not one that
 * fits the heads.
 */
export async function verifyLog(db: Db, published: readonly PublishedHead[]): Promise<Verdict> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((q) => walk(q, published));
}

async function walk(q: Kysely<DB>, published: readonly PublishedHead[]): Promise<Verdict> {
  const head = await q.selectFrom('audit.head').select(['size', 'hash']).executeTakeFirstOrThrow();
  const heads = new Map(published.map((one) => [one.size, one.head]));
  const broken = (brokenAt: bigint, what: string): Verdict => ({ size: head.size, brokenAt, what });
  let hash: Buffer = EMPTY_HEAD;
  let size = 0n;
  for (;;) {
    const rows = await pageFrom(q, size);
    for (const row of rows) {
      if (row.seq !== size) return broken(size, 'is missing');
      const what = faultOf(row, hash);
      if (what !== null) return broken(size, what);
      hash = row.hash;
      size += 1n;
      const told = heads.get(size);
      if (told !== undefined && told !== hash.toString('hex')) {
        return broken(size - 1n, 'or one before it is not what was published');
      }
    }
    if (rows.length < PAGE) break;
  }
  if (size !== head.size || !hash.equals(head.hash)) return broken(size, 'is missing, or the head is not its own');
  const largest = published.reduce((most, one) => (one.size > most ? one.size : most), 0n);
  if (largest > size) return broken(size, 'is missing: more was published');
  return { size, brokenAt: null, what: null };
}

interface Row {
  seq: bigint;
  at: Date;
  staff_id: string | null;
  act: string;
  member_bucket: number | null;
  member_id: string | null;
  subject: string | null;
  body: string;
  hash: Buffer;
}

function pageFrom(q: Kysely<DB>, from: bigint): Promise<Row[]> {
  return q.selectFrom('audit.entry').selectAll().where('seq', '>=', from).orderBy('seq').limit(PAGE).execute();
}

function faultOf(row: Row, before: Buffer): string | null {
  if (!chained(before, row.body).equals(row.hash)) return 'does not follow from the one before';
  const said = JSON.parse(row.body);
  if (canonicalText(said) !== row.body) return 'is not in canonical form';
  const columns = [row.at.toISOString(), row.staff_id, row.act, row.member_id, row.subject, String(row.seq)];
  const body = [said.at, said.staff?.id ?? null, said.act, said.member, said.subject, said.seq];
  const bucket = row.member_id === null ? null : Number.parseInt(row.member_id.slice(-2), 16);
  const isSame = columns.every((value, index) => value === body[index]) && row.member_bucket === bucket;
  return isSame ? null : 'has columns that its body does not bear out';
}
