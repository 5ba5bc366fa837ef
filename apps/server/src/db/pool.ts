import type { Socket } from 'node:net';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from './schema.d.ts';

export interface PoolCounts {
  max: number;
  inUse: number;
  idle: number;
  /** Who waits for a connection. */
  waiting: number;
}

// int8 is money and period numbers here: always bigint. Dates stay text (`YYYY-MM-DD`): a day has no zone.
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
  /** Longest a statement may run; a stuck lock becomes an error that the caller can retry. */
  statementTimeoutMs?: number;
  /** Longest that one may run whose transaction allows itself more than that. */
  longestStatementMs?: number;
  applicationName?: string;
}

/** After the last moment at which a statement that ran too long is answered, by a server that is there. */
const SILENCE_MS = 5_000;

/**
 * A pool whose int8 values are `bigint`. Lock waits are bounded to 2 s (see the gates in docs/one-draw.md). A server
 * that is gone without a word, as a machine that lost its power, is given up when it is silent for longer than any
 * statement may run: the system itself would wait for a quarter of an hour.
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

/** Of a connection that only waits: whether the other end is still there is asked after so long. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 } as const;

/**
 * Nothing came and nothing could be sent for so long: the query under way fails, and the pool takes another connection.
 * Only of those in use: one that waits in the pool has nothing to say.
 */
function giveUpWhenSilent(pool: Pool, silentMs: number): void {
  pool.on('connect', (client) => {
    const stream = streamOf(client);
    stream.on('timeout', () => stream.destroy(new Error('the database says nothing')));
  });
  pool.on('acquire', (client) => streamOf(client).setTimeout(silentMs));
  pool.on('release', (_error, client) => streamOf(client).setTimeout(0));
}

function streamOf(client: pg.PoolClient): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}

/**
 * A connection that breaks is replaced on the next use, and the query on it fails by itself. Without listeners an idle
 * one, or one in the hands of a transaction between two statements, would end the process.
 */
export function outlive(pool: Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
}

/** Kysely over a pool that the caller opened and will close. */
export function openDb(pool: Pool): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}
