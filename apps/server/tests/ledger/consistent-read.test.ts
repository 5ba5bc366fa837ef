import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginConsistentRead } from '../../src/db/consistent-read.ts';
import { openDb, openPool, type Pool } from '../../src/db/pool.ts';
import { type Club, openClub } from '../kit/club.ts';

let club: Club;
let pool: Pool;
/** Start of the statement after which the connection ends; null for none. */
let endAfter: string | null;
beforeEach(async () => {
  club = await openClub();
  endAfter = null;
  pool = openPool({ url: club.database.ownerUrl, connectionsMax: 1 });
  pool.on('connect', (client) => {
    const { query } = client;
    const requested = async (...args: Parameters<typeof query>): Promise<unknown> => {
      const result = await (query as (...all: unknown[]) => Promise<unknown>).apply(client, args);
      if (endAfter !== null && String(args[0]).startsWith(endAfter)) await endBackend(pidOf(client));
      return result;
    };
    Object.assign(client, { query: requested });
  });
});
afterEach(() => club.close());

function pidOf(client: unknown): number {
  return (client as { processID: number }).processID;
}

async function endBackend(pid: number): Promise<void> {
  await club.owner.query('select pg_terminate_backend($1, 5000)', [pid]);
}

test.each(['start transaction', 'select set_config'])(
  'a read whose connection ends after "%s" gives it back, and the pool can end',
  async (text) => {
    const db = openDb(pool);
    endAfter = text;
    const taken = await beginConsistentRead(db).catch(() => null);
    await taken?.end();
    expect(taken === null).toBe(text === 'start transaction');
    endAfter = null;
    const next = await beginConsistentRead(db);
    await next.end();
    expect(pool.totalCount - pool.idleCount).toBe(0);
    await db.destroy();
  },
);
