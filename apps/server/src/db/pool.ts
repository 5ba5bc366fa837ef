import type { Socket } from 'node:net';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from './schema.d.ts';

export interface PoolCounts {
  max: number;
  inUse: number;
  idle: number;
  /** Callers waiting for a connection. */
  waiting: number;
}

// int8 holds money and period numbers, so it becomes bigint. Dates stay text (`YYYY-MM-DD`) because a day has no time
// zone.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, (text) => BigInt(text));
types.setTypeParser(pg.types.builtins.DATE, (text) => text);
types.setTypeParser(1016 as never, (text: string) => parseBigintArray(text));

function parseBigintArray(text: string): (bigint | null)[] {
  if (text === '{}') return [];
  return text
    .slice(1, -1)
    .split(',')
    .map((part) => (part === 'NULL' ? null : BigInt(part)));
}

export type Pool = pg.Pool;
export type Db = Kysely<DB>;

export interface PoolOptions {
  url: string;
  connectionsMax: number;
  /** Longest duration of a statement. A stuck lock becomes an error that the caller can retry. */
  statementTimeoutMs?: number;
  /** Longest duration of a statement in a transaction that raises its own limit. */
  longestStatementMs?: number;
  applicationName?: string;
}

/** Added to the longest statement duration before a connection without traffic counts as dead. */
const SILENCE_MS = 5_000;

/**
 * Opens a pool whose int8 values are `bigint`. Lock waits are limited to 2 s (see the gates in docs/one-draw.md). A
 * server that vanished, such as a machine without power, counts as dead after a silence longer than any statement may
 * take. TCP alone would wait for 15 minutes.
 */
export function openPool(options: PoolOptions): Pool {
  const { statementTimeoutMs = 15_000, longestStatementMs = statementTimeoutMs } = options;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connectionsMax,
    types,
    application_name: options.applicationName ?? 'tercet',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    ...KEEP_ALIVE,
    options: `-c lock_timeout=2000 -c statement_timeout=${statementTimeoutMs} -c timezone=UTC`,
  });
  outlive(pool);
  giveUpWhenSilent(pool, longestStatementMs + SILENCE_MS);
  return pool;
}

/** TCP keep-alive for connections that only wait. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 } as const;

/**
 * Destroys a connection in use after `silentMs` without traffic. Its query fails, and the pool opens another
 * connection. Idle connections are not affected.
 */
function giveUpWhenSilent(pool: Pool, silentMs: number): void {
  pool.on('connect', (client) => {
    const stream = streamOf(client);
    stream.on('timeout', () => stream.destroy(new Error('the database does not respond')));
  });
  pool.on('acquire', (client) => streamOf(client).setTimeout(silentMs));
  pool.on('release', (_error, client) => streamOf(client).setTimeout(0));
}

function streamOf(client: pg.PoolClient): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}

/**
 * Ignores errors of idle connections, and of connections between two statements of a transaction. A broken connection
 * is replaced on the next use, and its query rejects. Without these listeners the error would end the process.
 */
export function outlive(pool: Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
}

/** Creates a Kysely instance over a pool that the caller opens and closes. */
export function openDb(pool: Pool): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}
