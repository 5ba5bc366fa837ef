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

/** All restores: the place of the entry, and the number of acts after the restore. */
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
