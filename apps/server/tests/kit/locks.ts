import type pg from 'pg';

/** The server process behind a connection: what `untilWaiting` asks for. */
export async function pidOf(client: Pick<pg.ClientBase, 'query'>): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as pid');
  return rows[0].pid;
}

/**
 * Resolves as soon as somebody waits for a lock that `holder` has, with the processes that do. There is no event for
 * this, so the server is asked again and again; it gives up after ten thousand answers.
 */
export async function untilWaiting(owner: pg.Pool, holder: number): Promise<number[]> {
  return untilRows(owner, '$1 = any (pg_blocking_pids(pid))', [holder]);
}

/** The same, whoever has the lock. */
export async function untilSomebodyWaits(owner: pg.Pool): Promise<number[]> {
  return untilRows(owner, 'pg_blocking_pids(pid) <> $1', [[]]);
}

async function untilRows(owner: pg.Pool, condition: string, values: unknown[]): Promise<number[]> {
  for (let turn = 0; turn < 10_000; turn++) {
    const { rows } = await owner.query(
      `select pid from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and ${condition}`,
      values,
    );
    if (rows.length > 0) return rows.map((row) => row.pid);
  }
  throw new Error('nobody came to wait for a lock');
}

/** A transaction that stays open until the test ends it. */
export async function openTransaction(pool: pg.Pool): Promise<OpenTransaction> {
  const client = await pool.connect();
  await client.query('begin');
  const pid = await pidOf(client);
  let ended = false;
  async function end(word: 'commit' | 'rollback'): Promise<void> {
    if (ended) return;
    ended = true;
    try {
      await client.query(word);
    } finally {
      client.release();
    }
  }
  return { client, pid, commit: () => end('commit'), rollback: () => end('rollback') };
}

export interface OpenTransaction {
  client: pg.PoolClient;
  pid: number;
  commit(): Promise<void>;
  /** Harmless after a commit: fit for a `finally`. */
  rollback(): Promise<void>;
}
