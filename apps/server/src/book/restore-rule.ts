import { decodeEntryAs } from '@tercet/fair';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';

/** Name of the rule that records a restore of the database and its losses. */
export const RESTORED = 'restored';

interface RestoreEntry {
  /** Restored entries: from a place to another (exclusive). */
  from: number;
  to: number;
  /** Staff acts in the audit log after the restore. Published heads of more acts have lost theirs. */
  acts: bigint;
  /** Number of lost sealed slips by draw. */
  lost: readonly { drawId: string; lost: number }[];
}

/** A `restored` entry of the book, unverified. A restore with many losses has several, all with the same range. */
export interface StoredRestore extends RestoreEntry {
  seq: bigint;
  body: string;
  /** Leaf hash, hex. */
  hash: string;
}

/** Limit of a value, below the 1,024 characters that an entry allows. */
const CHARS_MAX = 1_000;
const ACTS_PATTERN = /(?:^| )acts=(0|[1-9][0-9]{0,17})(?: |$)/;

/** One or more values, each complete: `entries=1201-1260 acts=57 lost=dice-30/9:3,dice-30/10:1`. */
export function restoredValues({ from, to, acts, lost }: RestoreEntry): string[] {
  const start = `entries=${from}-${to - 1} acts=${acts}`;
  const values: string[] = [];
  let value = start;
  for (const { drawId, lost: count } of lost) {
    const part = `${drawId}:${count}`;
    if (value.length + part.length + ' lost='.length > CHARS_MAX) {
      values.push(value);
      value = start;
    }
    value += value === start ? ` lost=${part}` : `,${part}`;
  }
  return [...values, value];
}

const VALUE_PATTERN =
  /^entries=(?<from>[0-9]{1,15})-(?<last>[0-9]{1,15}) acts=(?<acts>[0-9]{1,18})(?: lost=(?<lost>.+))?$/;
const LOST_PATTERN = /^(?<drawId>[^:]+):(?<lost>[1-9][0-9]{0,14})$/;

/** Null unless it is exactly what `restoredValues` writes. */
export function parseRestored(value: string): RestoreEntry | null {
  const { from, last, acts, lost } = VALUE_PATTERN.exec(value)?.groups ?? {};
  if (from === undefined || last === undefined || acts === undefined) return null;
  const draws = (lost?.split(',') ?? []).map((part) => LOST_PATTERN.exec(part)?.groups);
  const parsed = draws.flatMap((part) => (part ? [{ drawId: part.drawId ?? '', lost: Number(part.lost) }] : []));
  const entry = { from: Number(from), to: Number(last) + 1, acts: BigInt(acts), lost: parsed };
  return restoredValues(entry).join() === value ? entry : null;
}

/** All restores: the place of the entry, and the number of acts after the restore. */
export async function restoresOf(q: Db | Tx['q']): Promise<{ seq: bigint; acts: bigint }[]> {
  return (await restoreRules(q)).flatMap(({ seq, value }) => {
    const acts = ACTS_PATTERN.exec(value)?.[1];
    return acts === undefined ? [] : [{ seq, acts: BigInt(acts) }];
  });
}

/** All restores with their losses, oldest first. */
export async function lossesOf(q: Db | Tx['q']): Promise<StoredRestore[]> {
  return (await restoreRules(q)).flatMap(({ value, ...stored }) => {
    const entry = parseRestored(value);
    return entry === null ? [] : [{ ...stored, ...entry }];
  });
}

interface StoredRule {
  seq: bigint;
  body: string;
  hash: string;
  value: string;
}

async function restoreRules(q: Db | Tx['q']): Promise<StoredRule[]> {
  const rules = await q
    .selectFrom('book.entry')
    .select(['seq', 'body', 'hash'])
    .where('type', '=', 'rule')
    .orderBy('seq')
    .execute();
  return rules.flatMap(({ seq, body, hash }) => {
    const { what, value } = decodeEntryAs('rule', body);
    return what === RESTORED ? [{ seq, body, hash: hash.toString('hex'), value }] : [];
  });
}
