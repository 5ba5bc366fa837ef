import { sql } from 'kysely';
import type { Db } from './pool.ts';
import type { Tx } from './transaction.ts';

/** A read-only transaction that sees one state of the database. */
export interface ConsistentRead {
  q: Tx['q'];
  /** Returns the connection. Never throws: the data stays valid even if the connection is lost afterwards. */
  end(): Promise<void>;
}

/** Longest duration of a query in a consistent read, in ms. Queries over the whole history take long. */
export const CONSISTENT_READ_MS_MAX = 30 * 60_000;

/** A consistent read of the current state. */
export async function beginConsistentRead(db: Db): Promise<ConsistentRead> {
  const read = await openConsistentRead(db);
  try {
    await fixState(read);
  } catch (error) {
    await read.end();
    throw error;
  }
  return read;
}

/**
 * Opens a REPEATABLE READ transaction. Its first query (`fixState`) fixes the state that it sees, not its beginning.
 */
export async function openConsistentRead(db: Db): Promise<ConsistentRead> {
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
  return {
    q: trx,
    async end() {
      if (trx.isCommitted || trx.isRolledBack) return;
      // The driver discards a connection that cannot roll back.
      await trx
        .rollback()
        .execute()
        .catch(() => {});
    },
  };
}

/** Fixes the state that an opened read sees from now on. */
export async function fixState({ q }: ConsistentRead): Promise<void> {
  const timeoutMs = String(CONSISTENT_READ_MS_MAX);
  await sql`select set_config('statement_timeout', ${timeoutMs}, true), txid_current_snapshot()`.execute(q);
}
