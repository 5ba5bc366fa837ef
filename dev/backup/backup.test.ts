import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openDb, openPool } from '../../apps/server/src/db/pool.ts';
import { readArchiveAge } from '../../apps/server/src/metrics/archive-age.ts';
import { runInMemory } from '../../apps/server/tests/kit/club-command.ts';
import { clubProgram } from '../club.ts';
import { placeOf } from '../postgres/place.ts';
import { type Postgres, startPostgres } from '../postgres/postgres.ts';
import { type TemporaryFolder, temporaryFolder } from '../temporary-folder.ts';
import { basesIn } from './bases.ts';
import { makeBase } from './make-base.ts';
import { restore } from './restore.ts';

const SETTINGS = { shared_buffers: '32MB', max_wal_size: '128MB', min_wal_size: '64MB' };

let temporary: TemporaryFolder;
let folder: string;
/** A moment between the two rows. */
let between: string;
const running: Postgres[] = [];

async function start(dataDir: string): Promise<{ postgres: Postgres; client: pg.Client }> {
  const postgres = await startPostgres({ dataDir, settings: SETTINGS, endWithUs: true });
  running.push(postgres);
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  client.on('error', () => {});
  await client.connect();
  return { postgres, client };
}

async function stopAll(): Promise<void> {
  for (const postgres of running.splice(0)) await postgres.stop();
}

/** Waits until everything written so far is archived. */
async function untilArchived(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select pg_walfile_name(pg_switch_wal()) as piece');
  for (let stored = false; !stored; ) {
    const { rows: state } = await client.query('select last_archived_wal >= $1 as kept from pg_stat_archiver', [
      rows[0].piece,
    ]);
    stored = state[0].kept === true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function rowsOf(dataDir: string): Promise<number[]> {
  const { client } = await start(dataDir);
  const { rows } = await client.query('select n from kept order by n');
  await client.end();
  await stopAll();
  return rows.map((row) => row.n);
}

/** Exit code and error output. */
async function command(dataDir: string, ...args: string[]) {
  const environment = { PATH: process.env.PATH, TERCET_DATA: dataDir };
  const { code, stderr } = await runInMemory(clubProgram(environment), ['backup', ...args], environment);
  return { code, output: stderr.replace(/^database {2}embedded, in .*\n/, '').trim() };
}

beforeAll(async () => {
  temporary = temporaryFolder('tercet-backup-test-');
  folder = join(temporary.path, "back'up of %f");
  const dataDir = join(temporary.path, 'old');
  const { postgres, client } = await start(dataDir);
  await client.query('create table kept (n integer primary key)');
  // Writes during the backup: each row is in the restored database, or its INSERT got no answer.
  let writing = true;
  const writes = (async () => {
    for (let n = 1; writing; n++) await client.query('insert into kept values ($1)', [n]);
  })();
  await makeBase({ folder, ownerUrl: postgres.ownerUrl, ...placeOf(dataDir) });
  writing = false;
  await writes;
  await client.query('insert into kept values (1000001)');
  await client.query('select pg_sleep(0.05)');
  between = (await client.query('select clock_timestamp() as at')).rows[0].at.toISOString();
  await client.query('select pg_sleep(0.05)');
  await client.query('insert into kept values (1000002)');
  await untilArchived(client);
  await client.end();
  await stopAll();
});
afterEach(stopAll);
afterAll(() => temporary.remove());

describe('a database put back from its base and its log', () => {
  test('has everything written, also during the base copy, and continues to archive its log', async () => {
    const dataDir = join(temporary.path, 'newest');
    const { lastCommitAt } = await restore({ folder, dataDir, untilMs: null, moreLog: null });
    expect(Date.parse(lastCommitAt ?? '')).toBeGreaterThan(Date.parse(between));
    const rows = await rowsOf(dataDir);
    expect(rows.slice(-2)).toEqual([1_000_001, 1_000_002]);
    expect(rows.slice(0, -2)).toEqual(rows.slice(0, -2).map((_, index) => index + 1));
    const before = readdirSync(join(folder, 'wal')).length;
    const { client } = await start(dataDir);
    await client.query('insert into kept values (1000003)');
    await untilArchived(client);
    await client.end();
    expect(readdirSync(join(folder, 'wal')).length).toBeGreaterThan(before);
  });

  test('reports the age of the last archived log, and null without an archive', async () => {
    const dataDir = join(temporary.path, 'watched');
    const ageAt = async ({ ownerUrl }: Postgres) => {
      const db = openDb(openPool({ url: ownerUrl, connectionsMax: 1 }));
      return readArchiveAge(db).finally(() => db.destroy());
    };
    const { postgres, client } = await start(dataDir);
    expect(await ageAt(postgres)).toBeNull();
    await makeBase({ folder: join(temporary.path, 'another'), ownerUrl: postgres.ownerUrl, ...placeOf(dataDir) });
    await client.query('create table something ()');
    await untilArchived(client);
    const stored = await ageAt(postgres);
    expect(stored).toBeGreaterThanOrEqual(0);
    await client.query('select pg_sleep(0.1)');
    expect((await ageAt(postgres)) ?? 0).toBeGreaterThan(stored ?? Number.NaN);
    await client.end();
  });

  test('is restored to the requested time', async () => {
    const dataDir = join(temporary.path, 'earlier');
    await restore({ folder, dataDir, untilMs: Date.parse(between), moreLog: null });
    const rows = await rowsOf(dataDir);
    expect(rows).toContain(1_000_001);
    expect(rows).not.toContain(1_000_002);
  });

  test('is refused, with one line and without leftovers, if it cannot be restored exactly', async () => {
    const dataDir = join(temporary.path, 'refused');
    const refusal = async (...args: string[]) => {
      const { code, output } = await command(dataDir, 'restore', ...args);
      expect([code, output.split('\n').length]).toEqual([args.includes('yesterday') ? 2 : 1, 1]);
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
      return output;
    };
    expect(await refusal(folder, '--until', 'yesterday')).toContain('is no time');
    expect(await refusal(folder, '--until', '2020-01-01')).toContain('the earliest moment');
    expect(await refusal(folder, '--until', '2100-01-01T00:00:00Z')).toContain('later than all that was kept');
    expect(await refusal(temporary.path)).toContain('contains no backup');
    expect(await refusal(folder, '--wal', '/nowhere/at/all')).toContain('no folder');
    expect((await command(dataDir, 'restore')).output).toContain('Usage:');
    expect((await command(join(temporary.path, 'newest'), 'restore', folder)).output).toContain('already');
  });

  test('is refused if a file of the base was changed or a segment of the log is missing', async () => {
    const copy = join(temporary.path, 'copy');
    const again = () => {
      rmSync(copy, { recursive: true, force: true });
      spawnSync('cp', ['-a', folder, copy]);
      return readdirSync(copy).find((name) => name.startsWith('base-')) ?? '';
    };
    const refusal = async () => (await command(join(temporary.path, 'none'), 'restore', copy)).output;
    appendFileSync(join(copy, again(), 'cluster/PG_VERSION'), ' ');
    expect(await refusal()).toContain('PG_VERSION');
    again();
    // Segments of both timelines: the one in which the first ended and the second began exists in both.
    const pieces = readdirSync(join(copy, 'wal')).filter((name) => /^[0-9A-F]{24}\.gz$/.test(name));
    const place = (basesIn(copy)[0]?.lastLog ?? 'none').slice(8);
    for (const name of pieces) if (name.includes(place)) rmSync(join(copy, 'wal', name));
    expect(await refusal()).toContain('gap');
    again();
    writeFileSync(join(copy, 'wal', pieces.sort().at(-1) ?? ''), 'no log');
    expect(await refusal()).not.toBe('');
    expect(existsSync(join(temporary.path, 'none/postgres'))).toBe(false);
  });
});

describe('the archive', () => {
  test('accepts the same segment twice, and never another in its place', () => {
    const script = join(folder, 'keep-log.sh');
    const piece = join(temporary.path, 'piece');
    const keep = () => spawnSync('/bin/sh', [script, piece, 'FFFFFFFF00000000000000AA'], { encoding: 'utf8' });
    writeFileSync(piece, 'one');
    expect([keep().status, keep().status]).toEqual([0, 0]);
    writeFileSync(piece, 'two');
    expect(keep()).toMatchObject({ status: 1, stderr: expect.stringContaining('another') });
    const stored = join(folder, 'wal/FFFFFFFF00000000000000AA.gz');
    expect(spawnSync('gzip', ['-dc', stored], { encoding: 'utf8' }).stdout).toBe('one');
    rmSync(stored);
    expect(readdirSync(join(folder, 'wal')).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});
