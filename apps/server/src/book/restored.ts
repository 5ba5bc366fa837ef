import { decodeEntryAs } from '@tercet/fair';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';

/** The name of the rule by which the book says that the database was put back, and what was lost by that. */
export const RESTORED = 'restored';

interface Said {
  /** Entries that were put back: from a place up to another (exclusive). */
  from: number;
  to: number;
  /** Acts of staff in the log when it was put back; heads of more that were published before have lost theirs. */
  acts: bigint;
  /** Of which draws how many sealed slips are not there any more. */
  lost: readonly { drawId: string; lost: number }[];
}

/** A value of an entry has at most 1024 characters. */
const CHARS_MAX = 1_000;
const ACTS_PATTERN = /(?:^| )acts=(0|[1-9][0-9]{0,17})(?: |$)/;

/** One or more values, each whole by itself: `entries=1201-1260 acts=57 lost=dice-30/9:3,dice-30/10:1`. */
export function restoredValues({ from, to, acts, lost }: Said): string[] {
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

/** Each time that the database was put back: the place of the entry that says so, and how many acts it had then. */
export async function restoresOf(q: Db | Tx['q']): Promise<{ seq: bigint; acts: bigint }[]> {
  const rules = await q
    .selectFrom('book.entry')
    .select(['seq', 'body'])
    .where('type', '=', 'rule')
    .orderBy('seq')
    .execute();
  return rules.flatMap(({ seq, body }) => {
    const { what, value } = decodeEntryAs('rule', body);
    const acts = what === RESTORED ? ACTS_PATTERN.exec(value)?.[1] : undefined;
    return acts === undefined ? [] : [{ seq, acts: BigInt(acts) }];
  });
}
