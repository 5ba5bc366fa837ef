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
