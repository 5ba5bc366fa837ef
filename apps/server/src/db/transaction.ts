import type { Transaction } from 'kysely';
import { step } from '../trace/steps.ts';
import type { Db } from './pool.ts';
import type { DB } from './schema.d.ts';

/**
 * A running transaction. Functions that write take a `Tx`, so they cannot be called outside one. Pass effects that
 * must wait for the commit to `onCommit`.
 */
export interface Tx {
  readonly q: Transaction<DB>;
  onCommit(effect: () => void): void;
}

const RETRYABLE = new Set(['40001', '40P01', '55P03']);
const ATTEMPTS_MAX = 5;

/**
 * Runs `work` in one READ COMMITTED transaction, then its `onCommit` effects. Deadlocks, serialization failures and
 * lock timeouts are retried up to five times. So `work` must keep no state between attempts.
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const effects: (() => void)[] = [];
    try {
      const run = () => db.transaction().execute((q) => work({ q, onCommit: (effect) => effects.push(effect) }));
      const result = await step('transaction', { try: attempt }, run);
      for (const effect of effects) effect();
      return result;
    } catch (error) {
      if (attempt >= ATTEMPTS_MAX || !isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5 * 2 ** attempt * (0.5 + Math.random())));
    }
  }
}

export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(sqlState(error) ?? '');
}

/** SQLSTATE of a PostgreSQL error. Null for any other error. */
export function sqlState(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' && error.code.length === 5 ? error.code : null;
}
