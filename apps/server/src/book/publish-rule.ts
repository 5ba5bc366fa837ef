import { decodeEntryAs } from '@tercet/fair';
import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { append, lockHead, noteTreeHead } from './book.ts';

/** Rule with the SHA-256 (hex) of the verifier page. */
export const VERIFIER_PAGE_RULE = 'verifier-page';

export interface RuleValue {
  what: string;
  /** Printable ASCII. */
  value: string;
}

/**
 * Writes the rule into the book, in force from now, unless its last entry has the same value. Returns whether it was
 * written.
 */
export async function publishRule(db: Db, rule: RuleValue): Promise<boolean> {
  const written = await transaction(db, async (tx) => {
    // Excludes other writers. Two concurrent calls must not both find the rule missing.
    await lockHead(tx);
    if ((await lastValue(tx, rule.what)) === rule.value) return false;
    const { rows } = await sql<{ now: string }>`select floor(extract(epoch from clock.now()))::text as now`.execute(
      tx.q,
    );
    await append(tx, [{ type: 'rule', ...rule, from: rows[0]?.now ?? '' }]);
    return true;
  });
  if (written) await noteTreeHead(db);
  return written;
}

async function lastValue(tx: Tx, what: string): Promise<string | null> {
  const rules = await tx.q
    .selectFrom('book.entry')
    .select('body')
    .where('type', '=', 'rule')
    .orderBy('seq', 'desc')
    .execute();
  const last = rules.map(({ body }) => decodeEntryAs('rule', body)).find((rule) => rule.what === what);
  return last?.value ?? null;
}
