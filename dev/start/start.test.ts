import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sampleOf } from '../../packages/fair/tests/sample.ts';
import { startPostgres } from '../postgres/postgres.ts';
import { sandboxControl } from '../sandbox/control-client.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { end, isReady, lives, SLOW_MS, starting } from './starting.ts';

/** How many `npm test` tries: each starts a process. */
const WRONG_TRIED = 3;
const { dataDir, listenSomewhere, open, refusal } = starting();

/** Whether the sandbox accepts a call signed with the data folder's secret and knows the club's address. */
async function isPretending(url: string): Promise<boolean> {
  const secret = readFileSync(join(dataDir(), 'sandbox-secret'), 'utf8').trim();
  const settings = await sandboxControl(url, secret)
    .change({})
    .catch(() => null);
  return settings?.webhookUrl?.endsWith('/api/webhooks/sandbox') ?? false;
}

async function frameOf(address: string): Promise<string | undefined> {
  const policy = (await fetch(`${address}/Home`)).headers.get('content-security-policy') ?? '';
  return /frame-src ([^;]+)/.exec(policy)?.[1];
}

describe('npm start', { timeout: SLOW_MS }, () => {
  test('opens the club, restarts killed processes, and leaves none running when it stops', async () => {
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
    expect(existsSync(join(dataDir(), 'postgres/postmaster.pid'))).toBe(false);
  });

  test('stops completely when the signal comes twice, as from npm to a process group', async () => {
    const club = await open();
    const exit = once(club.process, 'exit');
    for (let count = 0; count < 2; count++) club.process.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    expect(lives(club.pids.postgres)).toBe(false);
  });

  test('reports in one line that the port is in use', async () => {
    const port = await listenSomewhere();
    const { code, output } = await refusal({ PORT: String(port) });
    expect(code).toBe(1);
    expect(output).toEqual([
      `Port ${port} on 127.0.0.1 is taken: choose another, for example PORT=${port + 1} npm start`,
    ]);
    expect(existsSync(dataDir())).toBe(false);
  });

  const WRONG: [name: string, environment: Record<string, string>, line: RegExp][] = [
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
    ['not a connection string', { DATABASE_URL: 'localhost:5432' }, /^DATABASE_URL is not a connection string/],
    [
      'nobody there',
      { DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/d' },
      /^The database at 127.0.0.1:1 cannot be reached/,
    ],
  ];
  test.each(sampleOf(WRONG, WRONG_TRIED))('says in one line what is wrong: %s', async (_name, environment, line) => {
    const { code, output } = await refusal(environment);
    expect(code).toBe(1);
    expect(output).toEqual([expect.stringMatching(line)]);
    expect(output.join()).not.toContain('secret');
  });

  test('reports in one line that a file is in place of the data folder', async () => {
    writeFileSync(dataDir(), '');
    expect((await refusal({})).output).toEqual([
      expect.stringMatching(/^The data folder .* cannot be written to \(E\w+\)/),
    ]);
  });

  test('runs on a chosen database, and reports in one line why it cannot', async () => {
    const given = temporaryFolder('tercet-given-test-');
    const postgres = await startPostgres({
      dataDir: given.path,
      endWithUs: true,
      settings: { shared_buffers: '64MB' },
    });
    try {
      const wrong = new URL(postgres.ownerUrl);
      wrong.password = 'guess';
      expect((await refusal({ DATABASE_URL: wrong.href })).output).toEqual([
        expect.stringMatching(/^The database at 127.0.0.1:\d+ refuses the user or password of DATABASE_URL/),
      ]);
      const missing = new URL(postgres.ownerUrl);
      missing.pathname = '/nothing';
      expect((await refusal({ DATABASE_URL: missing.href })).output).toEqual([
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

  test('reports in one line that the database is too old', async () => {
    const port = await listenSomewhere((socket) => socket.on('data', (data) => socket.write(answerAsVersion14(data))));
    const { code, output } = await refusal({ DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/d` });
    expect(code).toBe(1);
    expect(output).toEqual([`PostgreSQL 15 or newer is needed; the server at 127.0.0.1:${port} is version 14`]);
  });
});

/** Answers only the question about the server's version. */
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
