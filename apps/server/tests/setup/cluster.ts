import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

const CITUS = join(import.meta.dirname, '../../../../deploy/citus.sql');

/** The owner's URLs of a coordinator's workers; empty for plain PostgreSQL. */
export async function workersOf(client: pg.Client, ownerUrl: string): Promise<string[]> {
  const { rows: known } = await client.query(`select to_regclass('pg_catalog.pg_dist_node') is not null as citus`);
  if (!known[0].citus) return [];
  const { rows } = await client.query(
    `select nodename, nodeport from pg_dist_node where groupid > 0 and noderole = 'primary' order by nodeid`,
  );
  return rows.map(({ nodename, nodeport }) =>
    Object.assign(new URL(ownerUrl), { hostname: nodename, port: nodeport }).toString(),
  );
}

/** The URL with another database name. */
export function databaseAt(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).toString();
}

/** Creates an empty database on every machine and joins them to a cluster. */
export async function makeCluster(urls: readonly string[], name: string): Promise<void> {
  for (const url of urls) {
    await ask(url, [`create database ${name}`]);
    await ask(databaseAt(url, name), ['create extension citus']);
  }
  const [coordinator = '', ...workers] = urls;
  const { hostname, port } = new URL(coordinator);
  const calls = workers.map((url) => {
    const worker = new URL(url);
    return `select citus_add_node('${worker.hostname}', ${worker.port})`;
  });
  await ask(databaseAt(coordinator, name), [`select citus_set_coordinator_host('${hostname}', ${port})`, ...calls]);
}

/** Runs `deploy/citus.sql` on a migrated database, statement by statement, with few shards. */
export async function spread(ownerUrl: string): Promise<void> {
  const statements = (await readFile(CITUS, 'utf8')).split(/;\n\n/);
  await ask(ownerUrl, ['set citus.shard_count = 4', ...statements]);
}

/** Closes a template to connections. Copying requires that none is open, and Citus connects to every database. */
export async function closeTemplate(urls: readonly string[], name: string): Promise<void> {
  for (const url of urls) {
    await ask(url, [
      `alter database ${name} allow_connections false`,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
    ]);
  }
}

export async function ask(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
