import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { StartFailure } from '../failure.ts';
import { type TemporaryFolder, temporaryFolder } from '../temporary-folder.ts';
import { accountFor } from './account.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { readPidFile } from './postmaster.ts';

const SETTINGS = { shared_buffers: '32MB', max_wal_size: '128MB', min_wal_size: '64MB' };
const isRoot = process.getuid?.() === 0;

let template: TemporaryFolder;
let temporary: TemporaryFolder;
let dataDir: string;
let running: Postgres[];
let children: ChildProcess[];

beforeAll(async () => {
  template = temporaryFolder('tercet-postgres-template-');
  await (await startPostgres({ dataDir: template.path, settings: SETTINGS })).stop();
});

afterAll(() => template.remove());

beforeEach(() => {
  temporary = temporaryFolder('tercet-postgres-test-');
  dataDir = join(temporary.path, 'a data folder');
  running = [];
  children = [];
});

afterEach(async () => {
  for (const child of children) {
    const exit = once(child, 'exit');
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await exit;
  }
  for (const postgres of running) await postgres.stop();
  const left = readPidFile(join(dataDir, 'postgres'));
  if (left) await (await start()).stop();
  temporary.remove();
});

/** Copying saves the seconds of creating a cluster. A copy made by root belongs to root, as a restored backup does. */
function copyCluster(): void {
  cpSync(template.path, dataDir, { recursive: true });
}

async function start(options: { endWithUs?: boolean } = {}): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir, settings: SETTINGS, ...options });
  running.push(postgres);
  return postgres;
}

interface Elsewhere {
  process: ChildProcess;
  pid: number;
  ownerUrl: string;
}

/** Starts it from a separate process that can be killed, not before `atMs`. */
async function startElsewhere(options: { dataDir?: string; endWithUs?: boolean } = {}, atMs = 0): Promise<Elsewhere> {
  const script = `
    import { startPostgres } from ${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))};
    const options = ${JSON.stringify({ dataDir, settings: SETTINGS, ...options })};
    await new Promise((resolve) => setTimeout(resolve, ${atMs} - Date.now()));
    const { stop, ...postgres } = await startPostgres(options);
    console.log(JSON.stringify(postgres));
    process.stdin.on('end', stop).resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = await once(createInterface(child.stdout), 'line');
  return { process: child, ...JSON.parse(line) };
}

async function ask(postgres: Pick<Postgres, 'ownerUrl'>, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function exists(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}

describe('the embedded PostgreSQL', () => {
  test('keeps data and port from one start to the next, in a path with spaces', async () => {
    const first = await start();
    await ask(first, `create table kept as select 7 as number`);
    await first.stop();
    expect(exists(first.pid)).toBe(false);
    const second = await start();
    expect(second.port).toBe(first.port);
    expect(await ask(second, `select number from kept`)).toEqual([{ number: 7 }]);
  });

  test('is durable, speaks UTF-8 and UTC, and asks for a password', async () => {
    copyCluster();
    const postgres = await start();
    const names = [
      'fsync',
      'synchronous_commit',
      'full_page_writes',
      'TimeZone',
      'server_encoding',
      'listen_addresses',
    ];
    const rows = await ask(postgres, `select name, setting from pg_settings where name in ('${names.join("','")}')`);
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      TimeZone: 'UTC',
      server_encoding: 'UTF8',
      listen_addresses: '127.0.0.1',
    });
    expect(await ask(postgres, `select upper('жүрж') as word`)).toEqual([{ word: 'ЖҮРЖ' }]);
    const stranger = new URL(postgres.ownerUrl);
    stranger.password = 'guess';
    const client = new pg.Client({ connectionString: stranger.href });
    await expect(client.connect()).rejects.toThrow(/password/);
    expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
  });

  test('starts again after a kill -9 of the postmaster, with all that was committed', async () => {
    copyCluster();
    const first = await start();
    await ask(first, `create table kept as select 7 as number`);
    process.kill(first.pid, 'SIGKILL');
    await first.ended;
    await first.stop();
    const second = await start();
    expect(second.pid).not.toBe(first.pid);
    expect(await ask(second, `select number from kept`)).toEqual([{ number: 7 }]);
  });

  test('stops and removes its pid file, also if it ignores the signal', async () => {
    copyCluster();
    const deaf = await start();
    await ask(deaf, `create table kept as select 7 as number`);
    process.kill(deaf.pid, 'SIGSTOP');
    await deaf.stop();
    expect(exists(deaf.pid)).toBe(false);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
    expect(await ask(await start(), `select number from kept`)).toEqual([{ number: 7 }]);
  }, 60_000);

  test('takes over the server of a process that was killed', async () => {
    copyCluster();
    const killed = await startElsewhere();
    killed.process.kill('SIGKILL');
    await once(killed.process, 'exit');
    const next = await start();
    expect(next).toMatchObject({ pid: killed.pid, owned: true });
    await next.stop();
    expect(exists(next.pid)).toBe(false);
  });

  test('shares the server of a living process and leaves it running', async () => {
    copyCluster();
    const other = await startElsewhere();
    const mine = await start();
    expect(mine).toMatchObject({ pid: other.pid, owned: false });
    await mine.stop();
    expect(exists(other.pid)).toBe(true);
    other.process.stdin?.end();
    await once(other.process, 'exit');
    expect(exists(other.pid)).toBe(false);
  });

  test('is made once when several start at the same moment', async () => {
    const started = await Promise.all([startElsewhere(), startElsewhere(), startElsewhere()]);
    expect(new Set(started.map(({ pid }) => pid)).size).toBe(1);
    expect(started.filter((one) => 'owned' in one && one.owned)).toHaveLength(1);
  });

  test('ends with its process where that is asked for', async () => {
    copyCluster();
    const other = await startElsewhere({ endWithUs: true });
    other.process.kill('SIGKILL');
    await expect.poll(() => exists(other.pid), { timeout: 10_000 }).toBe(false);
  });

  test('is not stopped by a left-over pid file whose number is another process now', async () => {
    copyCluster();
    const first = await start();
    const cluster = join(dataDir, 'postgres');
    const file = readFileSync(join(cluster, 'postmaster.pid'), 'utf8');
    await first.stop();
    const account = accountFor(cluster);
    const stranger = spawn('sleep', ['60'], { ...account, cwd: '/' });
    children.push(stranger);
    writeFileSync(join(cluster, 'postmaster.pid'), file.replace(/^\d+/, String(stranger.pid)));
    if (account) chownSync(join(cluster, 'postmaster.pid'), account.uid, account.gid);
    const second = await start();
    expect(second.pid).not.toBe(stranger.pid);
    expect(exists(stranger.pid ?? 0)).toBe(true);
  });

  test('discards a half-made cluster', async () => {
    const half = join(dataDir, 'postgres.new-0badc0de', 'cluster');
    mkdirSync(half, { recursive: true });
    writeFileSync(join(half, 'PG_VERSION'), '18\n');
    const postgres = await start();
    expect(await ask(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(existsSync(half)).toBe(false);
  });

  test('takes another port if its own is in use', async () => {
    copyCluster();
    const first = await start();
    await first.stop();
    const squatter = createServer().listen(first.port, '127.0.0.1');
    await once(squatter, 'listening');
    const second = await start();
    expect(second.port).not.toBe(first.port);
    squatter.close();
  });

  test('keeps its own database when copies of its folder start at the same moment', async () => {
    const folders = ['one', 'two', 'three'].map((name) => join(temporary.path, name));
    for (const folder of folders) cpSync(template.path, folder, { recursive: true });
    const at = Date.now() + 1_500;
    const started = await Promise.all(
      folders.map((folder) => startElsewhere({ dataDir: folder, endWithUs: true }, at)),
    );
    const held = await Promise.all(started.map((postgres) => ask(postgres, 'show data_directory')));
    expect(held).toEqual(folders.map((folder) => [{ data_directory: join(folder, 'postgres') }]));
  });

  test('belongs to an unprivileged user when we are root, in a folder that user can reach', async () => {
    if (!isRoot) return;
    mkdirSync(dataDir, { mode: 0o700 });
    chmodSync(temporary.path, 0o700);
    const postgres = await start();
    const { cluster } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'));
    expect(cluster).toMatch(/tercet/);
    expect(statSync(cluster).uid).toBeGreaterThan(0);
    await ask(postgres, `create table kept as select 7 as number`);
    await postgres.stop();
    expect(await ask(await start(), `select number from kept`)).toEqual([{ number: 7 }]);
    await running.at(-1)?.stop();
    rmSync(cluster, { recursive: true });
  });

  test('works in a data folder that is closed to others, by granting passage alone', async () => {
    mkdirSync(dataDir, { mode: 0o700 });
    await start();
    expect(existsSync(join(dataDir, 'postgres/PG_VERSION'))).toBe(true);
    expect(statSync(dataDir).mode & 0o066).toBe(0);
  });

  test.each([
    ['a folder that cannot be made', () => '/proc/tercet', /data folder .* cannot be written to/],
    ['a cluster of another version', madeBy('15'), /made by PostgreSQL 15; this version brings 18/],
    ['a lost password', withoutPassword, /password is missing/],
  ])('says in one line what is wrong: %s', async (_name, prepare, message) => {
    const folder = await prepare();
    const failure = await startPostgres({ dataDir: folder, settings: SETTINGS }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartFailure);
    expect((failure as Error).message).toMatch(message);
    expect((failure as Error).message).not.toContain('\n');
  });

  function madeBy(version: string): () => Promise<string> {
    return async () => {
      copyCluster();
      writeFileSync(join(dataDir, 'postgres/PG_VERSION'), `${version}\n`);
      return dataDir;
    };
  }

  async function withoutPassword(): Promise<string> {
    copyCluster();
    rmSync(join(dataDir, 'postgres-password'));
    return dataDir;
  }
});
