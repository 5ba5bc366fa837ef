import type pg from 'pg';
import { knowsWorkers } from './clock.ts';

/** Backend pid of a connection, for `untilWaiting`. */
export async function pidOf(client: Pick<pg.ClientBase, 'query'>): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as pid');
  return rows[0].pid;
}

/**
 * Resolves when a process waits for a lock of `holder`; returns the pids of all that do. PostgreSQL has no event for
 * this, so it polls, at most ten thousand times.
 */
export async function untilWaiting(owner: pg.Pool, holder: number): Promise<number[]> {
  return untilWaiters(owner, (waiter) => waiter.blocking.includes(holder));
}

/** Like `untilWaiting`, for locks of any process. Resolves when `count` processes wait. */
export async function untilSomebodyWaits(owner: pg.Pool, count = 1): Promise<number[]> {
  return untilWaiters(owner, () => true, count);
}

interface Waiter {
  pid: number;
  application: string;
  blocking: number[];
}

const HERE = `
  select pid, application_name as application, pg_blocking_pids(pid) as blocking from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and pg_blocking_pids(pid) <> '{}'`;
/** In a cluster the workers wait. Their global pids combine machine and local pid. */
const ANYWHERE = `
  select w.pid, a.application_name as application, array_agg(w.blocker) as blocking
  from (select (waiting_gpid % 10000000000)::integer as pid, (blocking_gpid % 10000000000)::integer as blocker
    from citus_lock_waits) w
  join pg_stat_activity a on a.pid = w.pid and a.datname = current_database()
  group by w.pid, a.application_name`;

async function untilWaiters(owner: pg.Pool, counts: (waiter: Waiter) => boolean, count = 1): Promise<number[]> {
  for (let turn = 0; turn < 10_000; turn++) {
    const waiting = (await waitersNow(owner)).filter(counts);
    if (waiting.length >= count) return waiting.map(({ pid }) => pid);
  }
  throw new Error('too few came to wait for a lock');
}

/** The processes that currently wait for a lock. */
export async function waitersNow(owner: pg.Pool): Promise<Waiter[]> {
  return (await owner.query<Waiter>((await knowsWorkers(owner)) ? ANYWHERE : HERE)).rows;
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
  /** Does nothing after a commit, so callers can use it in a `finally`. */
  rollback(): Promise<void>;
}
