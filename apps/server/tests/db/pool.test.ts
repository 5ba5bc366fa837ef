import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool, type Pool } from '../../src/db/pool.ts';
import { createTestDatabase } from '../setup/database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool({ url: database.ownerUrl, connectionsMax: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('a connection that is lost between two statements of a transaction ends that one alone', async () => {
  const client = await pool.connect();
  await client.query('begin');
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  await pool.query('select pg_terminate_backend($1::integer)', [rows[0].pid]);
  await ended;
  await expect(client.query('select 1')).rejects.toThrow();
  client.release(true);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a server that is gone without a word is given up after the longest statement, and the next one asked', async () => {
  const way = await openWay(new URL(database.ownerUrl));
  const through = Object.assign(new URL(database.ownerUrl), { hostname: '127.0.0.1', port: way.port });
  const short = openPool({ url: through.href, connectionsMax: 1, statementTimeoutMs: 200 });
  try {
    const client = await short.connect();
    await client.query('begin');
    way.hush();
    await expect(client.query('select 1')).rejects.toThrow('the database does not respond');
    // Like code that ends a transaction: it releases the client without reporting the failure.
    client.release();
    way.open();
    expect((await short.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  } finally {
    await short.end();
    way.close();
  }
}, 30_000);

test('one that waits in the pool is not given up for its silence', async () => {
  const short = openPool({ url: database.ownerUrl, connectionsMax: 1, statementTimeoutMs: 200 });
  try {
    const pid = async () => (await short.query('select pg_backend_pid() as pid')).rows[0].pid;
    const first = await pid();
    await sleep(6_000);
    expect(await pid()).toBe(first);
  } finally {
    await short.end();
  }
}, 30_000);

/** A TCP proxy to the server. After `hush` it drops everything silently. */
async function openWay(target: URL) {
  const sockets = new Set<Socket>();
  let isHushed = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const ways: [Socket, Socket][] = [
      [near, far],
      [far, near],
    ];
    for (const [from, to] of ways) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('data', (chunk) => !isHushed && to.write(chunk));
      from.on('close', () => to.destroy());
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: String((server.address() as AddressInfo).port),
    hush: () => {
      isHushed = true;
    },
    open: () => {
      isHushed = false;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
