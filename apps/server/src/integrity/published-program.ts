import { decodeEntryAs } from '@tercet/fair';
import { sql } from 'kysely';
import { noteTreeHead } from '../book/book.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { PROGRAM_PARTS, type ProgramCheck, type ProgramPart } from './self-check.ts';

/** Rule of the book with the hashes of the running program: `part=sha256` for each part, separated by spaces. */
const PROGRAM_RULE = 'program';

export interface PublishedProgram {
  /** Number of the book entry. */
  seq: bigint;
  /** Unix time in seconds. */
  from: string;
  hashes: ReadonlyMap<ProgramPart, string>;
}

/** Writes the hashes of a check into the book, unless its last such entry has the same ones. */
export async function publishProgram(db: Db, check: ProgramCheck): Promise<boolean> {
  const known = check.parts.flatMap(({ part, sha256 }) => (sha256 === null ? [] : [`${part}=${sha256}`]));
  if (known.length === 0) return false;
  const { rows } = await sql<{ written: boolean }>`
    select book.publish_program(${known.join(' ')}::text) as written`.execute(db);
  const written = rows[0]?.written === true;
  if (written) await noteTreeHead(db);
  return written;
}

/** The program of the last such entry; null before the first. */
export async function publishedProgram(q: Db | Tx['q']): Promise<PublishedProgram | null> {
  const row = await q
    .selectFrom('book.entry')
    .select(['seq', 'body'])
    .where('type', '=', 'rule')
    // The text is canonical JSON, whose last member is `what`.
    .where('body', 'like', `%"what":"${PROGRAM_RULE}"}`)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { value, from } = decodeEntryAs('rule', row.body);
  const written = new Map(value.split(' ').map((one) => one.split('=', 2) as [string, string]));
  const hashes = PROGRAM_PARTS.flatMap((part) => {
    const sha256 = written.get(part);
    return sha256 === undefined ? [] : [[part, sha256] as const];
  });
  return { seq: row.seq, from, hashes: new Map(hashes) };
}
