import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { chainKind, fromHex, roundAt, timeOfRound, toHex, verifyBeaconRound } from '@tercet/fair';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeAheadMs } from './ahead.ts';
import { type RunningBeacon, startBeacon } from './beacon.ts';
import { LOCAL_CHAIN_TIMES, LOCAL_GENESIS, loadOrCreateKey, localChain } from './key.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'beacon-'));
});

afterEach(async () => {
  await rm(dataDir, { recursive: true });
});

describe('the key', () => {
  test('is made once, for its owner only, and leaves nothing half-written', async () => {
    const made = await loadOrCreateKey(dataDir);
    expect(toHex(await loadOrCreateKey(dataDir))).toBe(toHex(made));
    expect(await readdir(dataDir)).toEqual(['beacon.key']);
    expect((await stat(join(dataDir, 'beacon.key'))).mode & 0o777).toBe(0o600);
  });

  test('is one key, however many processes start at once', async () => {
    for (let turn = 0; turn < 20; turn++) {
      const folder = join(dataDir, String(turn));
      const starts = Array.from({ length: 8 }, async (_, index) => {
        for (let ticks = 0; ticks < index * turn; ticks++) await setImmediate();
        return toHex(await loadOrCreateKey(folder));
      });
      expect(new Set(await Promise.all(starts)).size).toBe(1);
    }
  });

  test('is never replaced: a damaged file stops the start', async () => {
    await writeFile(join(dataDir, 'beacon.key'), 'half a key');
    await expect(loadOrCreateKey(dataDir)).rejects.toThrow('does not contain a beacon key');
    expect(await readFile(join(dataDir, 'beacon.key'), 'utf8')).toBe('half a key');
  });

  test('makes a chain that names itself house-run', async () => {
    const chain = localChain(await loadOrCreateKey(dataDir));
    expect(chainKind(chain)).toBe('local');
    expect(fromHex(chain.publicKey)).toHaveLength(96);
  });
});

describe('the HTTP API', () => {
  let beacon: RunningBeacon;
  let nowMs: number;

  beforeEach(async () => {
    nowMs = (LOCAL_GENESIS + 3 * 99) * 1000;
    beacon = await startBeacon({ dataDir, port: 0, now: () => nowMs });
  });

  afterEach(() => beacon.close());

  async function get(path: string): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await fetch(beacon.url + path);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  test('describes its chain in both of drand’s forms', async () => {
    const { hash, publicKey, genesis, period, scheme } = beacon.chain;
    const v1 = await get(`/${hash}/info`);
    expect(v1.body).toMatchObject({ public_key: publicKey, genesis_time: genesis, period, hash, schemeID: scheme });
    const v2 = await get('/v2/beacons/local/info');
    expect(v2.body).toMatchObject({ public_key: publicKey, genesis_time: genesis, period, chain_hash: hash, scheme });
    expect((await get('/health')).body).toEqual({ current: 100, expected: 100 });
  });

  test('hands out a valid signature of a due round, the same each time', async () => {
    const first = await get(`/${beacon.chain.hash}/public/7`);
    expect(first.status).toBe(200);
    expect(first.body.round).toBe(7);
    const signature = first.body.signature as string;
    expect(verifyBeaconRound(beacon.chain, 7, signature)).toBe(true);
    expect(verifyBeaconRound(beacon.chain, 8, signature)).toBe(false);
    expect((await get('/v2/beacons/local/rounds/7')).body).toEqual({ round: 7, signature });
    expect(beacon.signRound(7)).toBe(signature);
  });

  test('withholds a round until its second', async () => {
    const due = timeOfRound(101, beacon.chain) * 1000;
    nowMs = due - 1;
    expect((await get(`/${beacon.chain.hash}/public/101`)).status).toBe(425);
    expect((await get('/v2/beacons/local/rounds/101')).status).toBe(425);
    expect((await get(`/${beacon.chain.hash}/public/latest`)).body.round).toBe(100);
    nowMs = due;
    expect((await get(`/${beacon.chain.hash}/public/101`)).status).toBe(200);
    expect((await get(`/${beacon.chain.hash}/public/latest`)).body.round).toBe(101);
    nowMs = (LOCAL_GENESIS - 1) * 1000;
    expect((await get(`/${beacon.chain.hash}/public/latest`)).status).toBe(425);
  });

  test.each(['0', '-1', '01', '1.5', 'x', '', '9007199254740993', '1e3', '%31'])('refuses round %j', async (round) => {
    expect((await get(`/${beacon.chain.hash}/public/${round}`)).status).toBe(400);
  });

  test.each(['/', `/${'0'.repeat(64)}/info`, `/${'0'.repeat(64)}/public/1`, '/info', '/v2/beacons/quicknet/rounds/1'])(
    'knows nothing of %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  test('has read-only routes alone', async () => {
    const response = await fetch(`${beacon.url}/health`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(405);
  });

  test('a restart keeps the chain and every signature', async () => {
    const signature = beacon.signRound(5);
    const again = await startBeacon({ dataDir, port: 0 });
    expect(again.chain).toEqual(beacon.chain);
    expect(again.signRound(5)).toBe(signature);
    await again.close();
  });
});

describe('the process', () => {
  const main = join(import.meta.dirname, 'main.ts');

  const children: ChildProcess[] = [];

  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  function start(...args: string[]): ChildProcess {
    const child = spawn(process.execPath, [main, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
    children.push(child);
    return child;
  }

  function exitOf(child: ChildProcess): Promise<number | null> {
    return new Promise((resolve) => child.on('exit', resolve));
  }

  test('says when it is ready, serves, and ends with its parent', async () => {
    const child = start('--data', dataDir, '--port', '0', '--with-parent');
    const exit = exitOf(child);
    const line = await new Promise<string>((resolve) => child.stdout?.once('data', (data) => resolve(String(data))));
    const ready = JSON.parse(line);
    expect(ready).toEqual({
      ready: true,
      port: expect.any(Number),
      chainHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect((await fetch(`http://127.0.0.1:${ready.port}/${ready.chainHash}/public/1`)).status).toBe(200);
    child.stdin?.end();
    expect(await exit).toBe(0);
  });

  test('runs ahead of time only if an argument lets a file in its data folder move it', async () => {
    writeAheadMs(dataDir, 3_600_000);
    for (const [args, status] of [
      [[], 425],
      [['--movable-clock'], 200],
    ] as const) {
      const child = start('--data', dataDir, '--port', '0', ...args);
      const line = await new Promise<string>((resolve) => child.stdout?.once('data', (data) => resolve(String(data))));
      const { port, chainHash } = JSON.parse(line);
      const soon = roundAt(Date.now() / 1_000 + 3_000, LOCAL_CHAIN_TIMES);
      expect((await fetch(`http://127.0.0.1:${port}/${chainHash}/public/${soon}`)).status).toBe(status);
    }
  });

  test('stops on a signal', async () => {
    const child = start('--data', dataDir);
    const exit = exitOf(child);
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
  });

  test('asks for a data folder', async () => {
    expect(await exitOf(start())).toBe(2);
  });
});
