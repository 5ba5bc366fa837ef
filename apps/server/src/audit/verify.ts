import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { canonicalText } from '../crypto/canonical.ts';
import type { Db } from '../db/pool.ts';
import type { DB } from '../db/schema.d.ts';
import { chained } from './audit.ts';

/** A published head of the log, with the number of entries at that time. */
export interface PublishedHead {
  size: bigint;
  /** Hexadecimal. */
  head: string;
}

/** Result of a verification. `brokenAt` is the position of the first wrong entry; null when the log is intact. */
export interface Verdict {
  size: bigint;
  brokenAt: bigint | null;
  what: string | null;
  /** Further faults, up to `ALSO_MAX`. */
  also: { brokenAt: bigint; what: string }[];
}

const PAGE = 1_000;
const ALSO_MAX = 20;
/** Head of an empty log. */
const EMPTY_HEAD = createHash('sha256').digest();

/**
 * Verifies the audit log's hash chain. Each entry must follow from the previous one and match its columns, and the log
 * must lead to each published head. An attacker with full write access can forge a consistent chain, but not one that
 * matches the published heads.
 */
export async function verifyLog(
  db: Db,
  published: readonly PublishedHead[],
  onProgress: (done: number, total: number) => void = () => {},
): Promise<Verdict> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((q) => walk(q, published, onProgress));
}

async function walk(
  q: Kysely<DB>,
  published: readonly PublishedHead[],
  onProgress: (done: number, total: number) => void,
): Promise<Verdict> {
  let from = 0n;
  const found: Verdict['also'] = [];
  for (;;) {
    const { size, brokenAt, what, also, next } = await walkStep(q, published, from, PAGE);
    if (brokenAt !== null && what !== null) found.push({ brokenAt, what }, ...also);
    if (next === null) {
      const [first, ...rest] = found;
      return { size, brokenAt: null, what: null, ...first, also: rest.slice(0, ALSO_MAX) };
    }
    from = next;
    onProgress(Number(from), Number(size));
  }
}

/** Faults of an entry, with their text for the terminal. */
const FAULTS = {
  missing: 'is missing',
  'not-following': 'does not follow from the one before',
  'not-canonical': 'is not in canonical form',
  'other-columns': 'has columns that its body does not bear out',
  'not-published': 'or one before it is not what was published',
  'other-head': 'is missing, or the head is not its own',
  'more-published': 'is missing: more was published',
} as const;

export const FAULT_CODES = Object.keys(FAULTS) as (keyof typeof FAULTS)[];
type Fault = keyof typeof FAULTS;

/**
 * Result of one verification step. `next` is the position of the next step. It is null at the end, and after a break
 * in the chain, beyond which nothing can be verified. Wrong columns do not break the chain, so verification continues.
 */
export interface VerdictStep extends Verdict {
  fault: Fault | null;
  checked: number;
  next: bigint | null;
}

/** Entries per step. */
export const STEP_MAX = 5_000;

/**
 * Verifies up to `STEP_MAX` entries from a position on, for callers that cannot wait for the whole log. Each step
 * checks its first entry against the hash of the previous one. The last step also checks the log's head.
 */
export async function verifyStep(db: Db, published: readonly PublishedHead[], from: bigint): Promise<VerdictStep> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((q) => walkStep(q, published, from, STEP_MAX));
}

async function walkStep(
  q: Kysely<DB>,
  published: readonly PublishedHead[],
  from: bigint,
  entriesMax: number,
): Promise<VerdictStep> {
  const head = await q.selectFrom('audit.head').select(['size', 'hash']).executeTakeFirstOrThrow();
  const heads = new Map(published.map((one) => [one.size, one.head]));
  let size = from;
  const found: { fault: Fault; brokenAt: bigint; what: string }[] = [];
  const find = (fault: Fault, brokenAt: bigint): void => {
    if (found.length <= ALSO_MAX) found.push({ fault, brokenAt, what: FAULTS[fault] });
  };
  const ended = (fault: Fault | null, at: bigint, next: bigint | null = null): VerdictStep => {
    if (fault !== null) find(fault, at);
    const [first = { fault: null, brokenAt: null, what: null }, ...also] = found;
    return { size: head.size, ...first, also, checked: Number(size - from), next };
  };
  const before = await hashBefore(q, from);
  if (before === null) return ended('missing', from - 1n);
  let hash = before;
  const rows = await pageFrom(q, from, entriesMax);
  for (const row of rows) {
    if (row.seq !== size) return ended('missing', size);
    const fault = faultOf(row, hash);
    if (fault === 'other-columns') find(fault, size);
    else if (fault !== null) return ended(fault, size);
    hash = row.hash;
    size += 1n;
    const reported = heads.get(size);
    if (reported !== undefined && reported !== hash.toString('hex')) {
      return ended('not-published', size - 1n);
    }
  }
  if (rows.length === entriesMax) return ended(null, size, size);
  if (size !== head.size || !hash.equals(head.hash)) return ended('other-head', size);
  const largest = published.reduce((most, one) => (one.size > most ? one.size : most), 0n);
  if (largest > size) return ended('more-published', size);
  return ended(null, size);
}

/** The hash that the entry at `from` follows; null when the previous entry is missing. */
async function hashBefore(q: Kysely<DB>, from: bigint): Promise<Buffer | null> {
  if (from === 0n) return EMPTY_HEAD;
  const row = await q
    .selectFrom('audit.entry')
    .select('hash')
    .where('seq', '=', from - 1n)
    .executeTakeFirst();
  return row?.hash ?? null;
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

function pageFrom(q: Kysely<DB>, from: bigint, limit: number): Promise<Row[]> {
  return q.selectFrom('audit.entry').selectAll().where('seq', '>=', from).orderBy('seq').limit(limit).execute();
}

function faultOf(row: Row, before: Buffer): Fault | null {
  if (!chained(before, row.body).equals(row.hash)) return 'not-following';
  const parsed = JSON.parse(row.body);
  if (canonicalText(parsed) !== row.body) return 'not-canonical';
  const columns = [row.at.toISOString(), row.staff_id, row.act, row.member_id, row.subject, String(row.seq)];
  const body = [parsed.at, parsed.staff?.id ?? null, parsed.act, parsed.member, parsed.subject, parsed.seq];
  const bucket = row.member_id === null ? null : Number.parseInt(row.member_id.slice(-2), 16);
  const isSame = columns.every((value, index) => value === body[index]) && row.member_bucket === bucket;
  return isSame ? null : 'other-columns';
}
