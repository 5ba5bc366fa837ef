import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { COMPILE_CACHE } from './compile-cache.ts';
import { startPostgres } from './postgres.ts';
import { sandboxControl } from './sandbox/control-client.ts';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';

const START = join(import.meta.dirname, 'start.ts');
const SLOW_MS = 120_000;

interface Told {
  address: string;
  ownerUrl: string;
  sandboxUrl: string;
  pids: { server: number; beacon: number; sandbox: number; postgres: number };
}

/** A local beacon, any port, and no films, which would be encoded beside the tests. */
const QUIET = { TERCET_BEACON: 'local', PORT: '0', TERCET_SEED_FILMS: 'none', TERCET_SEED_HOSTS: 'none' };

/** The data folder of a club that was opened and stopped once, where a test asks for one. */
let opened: TemporaryFolder | null = null;
let temporary: TemporaryFolder;
let dataDir: string;
let children: ChildProcess[];
let listeners: Server[];

beforeEach(() => {
  temporary = temporaryFolder('tercet-start-test-');
  dataDir = join(temporary.path, 'a data folder');
  children = [];
  listeners = [];
});

afterEach(async () => {
  for (const child of children) await end(child, 'SIGTERM');
  for (const listener of listeners) listener.close();
  // One that was killed has left its database behind.
  if (existsSync(join(dataDir, 'postgres/postmaster.pid'))) await (await startPostgres({ dataDir })).stop();
  temporary.remove();
});

afterAll(() => opened?.remove());

/** Spares a test what a first start does: the cluster, the schema, the house. */
async function openedBefore(): Promise<void> {
  if (!opened) {
    opened = temporaryFolder('tercet-opened-');
    const club = await open({ TERCET_DATA: opened.path });
    await end(club.process, 'SIGTERM');
  }
  cpSync(opened.path, dataDir, { recursive: true });
}

function run(environment: Record<string, string> = {}): ChildProcess {
  const { PATH, HOME } = process.env;
  const env = { ...COMPILE_CACHE, PATH, HOME, TERCET_DATA: dataDir, ...QUIET, ...environment };
  const child = spawn(process.execPath, [START, '--json', '--with-parent'], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  children.push(child);
  return child;
}

async function open(environment: Record<string, string> = {}): Promise<Told & { process: ChildProcess }> {
  const child = run(environment);
  const complaints: string[] = [];
  child.stderr?.on('data', (data) => complaints.push(String(data)));
  const stdout = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [line] = await Promise.race([once(stdout, 'line'), once(child, 'close')]);
  if (typeof line !== 'string') throw new Error(`it ended: ${complaints.join('')}`);
  return { process: child, ...JSON.parse(line) };
}

/** What it says before it ends, without what it tells of its progress. */
async function refusal(environment: Record<string, string>): Promise<{ code: number; said: string[] }> {
  const child = run(environment);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (text += data));
  const [code] = await once(child, 'close');
  return { code, said: text.split('\n').filter((line) => line !== '' && !line.endsWith('…')) };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

function lives(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}

async function isReady(address: string): Promise<boolean> {
  const answer = await fetch(`${address}/api/health`).catch(() => null);
  return answer?.ok ?? false;
}

/** The sandbox takes a call that is signed with the secret of the data folder, and knows where the club listens. */
async function isPretending(url: string): Promise<boolean> {
  const secret = readFileSync(join(dataDir, 'sandbox-secret'), 'utf8').trim();
  const settings = await sandboxControl(url, secret)
    .change({})
    .catch(() => null);
  return settings?.webhookUrl?.endsWith('/api/webhooks/sandbox') ?? false;
}

async function frameOf(address: string): Promise<string | undefined> {
  const policy = (await fetch(`${address}/Home`)).headers.get('content-security-policy') ?? '';
  return /frame-src ([^;]+)/.exec(policy)?.[1];
}

async function listenSomewhere(onConnection: Parameters<typeof createServer>[1] = () => {}): Promise<number> {
  const listener = createServer(onConnection).listen(0, '127.0.0.1');
  listeners.push(listener);
  await once(listener, 'listening');
  return (listener.address() as AddressInfo).port;
}

describe('npm start', { timeout: SLOW_MS }, () => {
  test('opens the club, starts again what is killed, and leaves nothing running when it is stopped', async () => {
    const club = await open();
    expect(await isReady(club.address)).toBe(true);
    expect((await fetch(`${club.address}/Home`)).headers.get('content-type')).toMatch(/text\/html/);

    expect(await isPretending(club.sandboxUrl)).toBe(true);
    expect(await frameOf(club.address)).toBe(club.sandboxUrl);

    process.kill(club.pids.sandbox, 'SIGKILL');
    await expect.poll(() => isPretending(club.sandboxUrl), { timeout: 20_000, interval: 20 }).toBe(false);
    await expect.poll(() => isPretending(club.sandboxUrl), { timeout: 20_000, interval: 100 }).toBe(true);
    process.kill(club.pids.server, 'SIGKILL');
    await expect.poll(() => isReady(club.address), { timeout: 20_000, interval: 100 }).toBe(false);
    await expect.poll(() => isReady(club.address), { timeout: 20_000, interval: 100 }).toBe(true);
    process.kill(club.pids.beacon, 'SIGKILL');
    process.kill(club.pids.postgres, 'SIGKILL');
    await expect.poll(() => isReady(club.address), { timeout: 20_000, interval: 100 }).toBe(false);
    await expect.poll(() => isReady(club.address), { timeout: 40_000, interval: 100 }).toBe(true);

    const before = performance.now();
    await end(club.process, 'SIGTERM');
    expect(performance.now() - before).toBeLessThan(10_000);
    expect(club.process.exitCode).toBe(0);
    expect(await isReady(club.address)).toBe(false);
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  });

  test('comes back after a kill -9 of the whole of it', async () => {
    await openedBefore();
    const first = await open();
    await end(first.process, 'SIGKILL');
    const { server, beacon, sandbox } = first.pids;
    await expect.poll(() => [server, beacon, sandbox].some(lives), { timeout: 15_000 }).toBe(false);
    expect(lives(first.pids.postgres)).toBe(true);
    const second = await open();
    expect(second.pids.postgres).toBe(first.pids.postgres);
    expect(second.sandboxUrl).toBe(first.sandboxUrl);
    expect(await isReady(second.address)).toBe(true);
  });

  test('stops when the npm that started it is killed, which tells it nothing', async () => {
    await openedBefore();
    const asNpm = `require('child_process').spawn('/bin/sh', ['-c', '"$0" "$1" --json; true', process.execPath, ${JSON.stringify(START)}],
      { stdio: 'inherit' })`;
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, TERCET_DATA: dataDir, ...QUIET, npm_lifecycle_event: 'start' };
    const npm = spawn(process.execPath, ['-e', asNpm], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(npm);
    const [line] = await once(createInterface(npm.stdout), 'line');
    const { address, pids } = JSON.parse(line) as Told;
    await end(npm, 'SIGKILL');
    await expect.poll(() => isReady(address), { timeout: 15_000 }).toBe(false);
    await expect.poll(() => Object.values(pids).some(lives), { timeout: 15_000 }).toBe(false);
  });

  test('stops whole when the signal comes twice, as through npm from a group', async () => {
    await openedBefore();
    const club = await open();
    const exit = once(club.process, 'exit');
    for (let count = 0; count < 2; count++) club.process.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    expect(lives(club.pids.postgres)).toBe(false);
  });

  test('refuses a second start on the same data, and goes on', async () => {
    await openedBefore();
    const club = await open();
    const { code, said } = await refusal({});
    expect(code).toBe(1);
    expect(said).toEqual([expect.stringMatching(/^Tercet runs on .* already \(process \d+\): a second one needs/)]);
    const { port } = new URL(club.address);
    expect((await refusal({ PORT: port })).said).toEqual([
      expect.stringMatching(`^Port ${port} on 127.0.0.1 is taken`),
    ]);
    expect(await isReady(club.address)).toBe(true);
  });

  test('says in one line that the port is taken', async () => {
    const port = await listenSomewhere();
    const { code, said } = await refusal({ PORT: String(port) });
    expect(code).toBe(1);
    expect(said).toEqual([
      `Port ${port} on 127.0.0.1 is taken: choose another, for example PORT=${port + 1} npm start`,
    ]);
    expect(existsSync(dataDir)).toBe(false);
  });

  test.each([
    ['a port that is none', { PORT: 'many' }, /^PORT is "many", which is no port/],
    ['a host that is not ours', { HOST: '192.0.2.1' }, /^HOST is "192.0.2.1", which is no address of this machine/],
    [
      'payments by nobody',
      { TERCET_PAYMENTS: 'cash' },
      /^TERCET_PAYMENTS is "cash": choose one of sandbox, none, adyen/,
    ],
    ['hosts that are none', { TERCET_SEED_HOSTS: 'some' }, /^TERCET_SEED_HOSTS is "some": choose one of all, none/],
    ['films that are none', { TERCET_SEED_FILMS: 'some' }, /^TERCET_SEED_FILMS is "some": choose one of all, none/],
    ['a beacon that is none', { TERCET_BEACON: 'dice' }, /^TERCET_BEACON is "dice"/],
    ['an unwritable folder', { TERCET_DATA: '/proc/tercet' }, /^The data folder \/proc\/tercet cannot be written to/],
    ['no connection string', { DATABASE_URL: 'localhost:5432' }, /^DATABASE_URL is no connection string/],
    [
      'nobody there',
      { DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/d' },
      /^The database at 127.0.0.1:1 cannot be reached/,
    ],
  ])('says in one line what is wrong: %s', async (_name, environment, line) => {
    const { code, said } = await refusal(environment as unknown as Record<string, string>);
    expect(code).toBe(1);
    expect(said).toEqual([expect.stringMatching(line)]);
    expect(said.join()).not.toContain('secret');
  });

  test('says in one line that a file is where the data folder should be', async () => {
    writeFileSync(dataDir, '');
    expect((await refusal({})).said).toEqual([
      expect.stringMatching(/^The data folder .* cannot be written to \(E\w+\)/),
    ]);
  });

  test('runs on a database of our own choice, and says in one line why it cannot', async () => {
    const given = temporaryFolder('tercet-given-test-');
    const postgres = await startPostgres({
      dataDir: given.path,
      endWithUs: true,
      settings: { shared_buffers: '64MB' },
    });
    try {
      const wrong = new URL(postgres.ownerUrl);
      wrong.password = 'guess';
      expect((await refusal({ DATABASE_URL: wrong.href })).said).toEqual([
        expect.stringMatching(/^The database at 127.0.0.1:\d+ refuses the user or password of DATABASE_URL/),
      ]);
      const missing = new URL(postgres.ownerUrl);
      missing.pathname = '/nothing';
      expect((await refusal({ DATABASE_URL: missing.href })).said).toEqual([
        expect.stringMatching(/^There is no such database at 127.0.0.1:\d+/),
      ]);
      const club = await open({ DATABASE_URL: postgres.ownerUrl });
      expect(club.pids.postgres).toBeUndefined();
      await end(club.process, 'SIGTERM');
      expect(lives(postgres.pid)).toBe(true);
    } finally {
      await postgres.stop();
      given.remove();
    }
  });

  test('says in one line that the database is too old', async () => {
    const port = await listenSomewhere((socket) => socket.on('data', (data) => socket.write(answerAsVersion14(data))));
    const { code, said } = await refusal({ DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/d` });
    expect(code).toBe(1);
    expect(said).toEqual([`PostgreSQL 15 or newer is needed; the server at 127.0.0.1:${port} is version 14`]);
  });
});

/** As much of the protocol as one question about the version takes. */
function answerAsVersion14(request: Buffer): Buffer {
  const ready = message('Z', Buffer.from('I'));
  if (request[0] !== 'Q'.charCodeAt(0)) return Buffer.concat([message('R', Buffer.alloc(4)), ready]);
  const column = Buffer.concat([Buffer.from([0, 1]), Buffer.from('version\0'), Buffer.alloc(18)]);
  column.writeUInt32BE(23, column.length - 12);
  const row = Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 2]), Buffer.from('14')]);
  return Buffer.concat([message('T', column), message('D', row), message('C', Buffer.from('SELECT 1\0')), ready]);
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
