import pg from 'pg';

const ROWS = 100_000;
const CLIENTS = 32;

/** The tables that the floors write, in the same database as the club: shaped like those of pgbench. */
export async function prepareFloor(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(`
    create table public.bench_account (aid integer primary key, bid integer, balance bigint not null, filler char(84));
    create table public.bench_history (tid integer, bid integer, aid integer, delta integer, mtime timestamp, filler char(22));
    insert into public.bench_account select g, 1, 0, '' from generate_series(1, ${ROWS}) g;`);
  await client.query('vacuum analyze public.bench_account');
  await client.end();
}

type Act = (client: pg.Client, aid: number) => Promise<unknown>;

/**
 * pgbench's own "simple update": one durable transaction that updates a random account, reads it and notes it in the
 * history. Sent as one message, with which this client keeps pace with the real pgbench (which the bundled PostgreSQL
 * lacks): with pgbench's five messages it would not, and the floor would flatter us.
 */
const simpleUpdate: Act = (client, aid) =>
  client.query(`begin;
    update public.bench_account set balance = balance + 1 where aid = ${aid};
    select balance from public.bench_account where aid = ${aid};
    insert into public.bench_history (tid, bid, aid, delta, mtime) values (1, 1, ${aid}, 1, current_timestamp);
    commit`);

/** The least that is durable: one prepared UPDATE of one row, committed by itself. */
const bareUpdate: Act = (client, aid) =>
  client.query({
    name: 'floor',
    text: 'update public.bench_account set balance = balance + 1 where aid = $1',
    values: [aid],
  });

export const FLOORS = { simpleUpdate, bareUpdate };

/** How often a second 32 clients do it, each committing before its next. */
export async function floorPerSecond(ownerUrl: string, act: Act, seconds: number): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const client = new pg.Client({ connectionString: ownerUrl });
      await client.connect();
      return client;
    }),
  );
  let count = 0;
  const start = performance.now();
  const end = start + seconds * 1_000;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end) {
        await act(client, 1 + Math.floor(Math.random() * ROWS));
        count++;
      }
    }),
  );
  const perSecond = count / ((performance.now() - start) / 1_000);
  await Promise.all(clients.map((client) => client.end()));
  return perSecond;
}
