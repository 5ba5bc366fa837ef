import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { readLogKeys } from '../../src/book/log-key.ts';
import { type Publisher, startPublisher } from '../../src/book/publisher.ts';
import { signTreeHeads } from '../../src/book/sign.ts';
import { SECOND_MS } from '../../src/durations.ts';
import { advance, periodIn, until } from '../draw/drawing.ts';
import { openServer, type TestServer } from '../http/server.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { bookSize, growTo, type KeysFolder, keysFolder, signDeps } from './book-kit.ts';

const TERCET = join(import.meta.dirname, '../../../../packages/verify/src/tercet.mjs');

/** A line of the monitor. */
interface Printed {
  event: string;
  kind?: string;
  size?: number;
}

let club: Club;
let table: OpenTable;
let keys: KeysFolder;
let server: TestServer;
let folder: ReturnType<typeof temporaryFolder>;
let publisher: Publisher;
let monitor: ChildProcess;
let printed: Printed[];
const faults: string[] = [];
beforeAll(async () => {
  club = await openClub();
  keys = keysFolder();
  folder = temporaryFolder('tercet-monitor-');
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  await signTreeHeads(signDeps(club, keys));
  server = await openServer(club);
  publisher = startPublisher({
    ...signDeps(club, keys),
    url: club.database.urls.draw,
    witnesses: [],
    mirror: null,
    onFault: (what, error) => faults.push(`${what}: ${error}`),
  });
  await startMonitor();
});
afterAll(async () => {
  await end('SIGKILL');
  await publisher.stop();
  await server.stop();
  folder.remove();
  keys.remove();
  await club.close();
});

async function startMonitor(): Promise<void> {
  const [key] = await readLogKeys(club.db);
  const args = ['monitor', server.address, '--data', folder.path, '--log-key', key?.vkey ?? ''];
  monitor = spawn(process.execPath, [TERCET, ...args, '--listen', '0', '--every', '1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: Printed[] = [];
  printed = lines;
  createInterface({ input: monitor.stdout as NodeJS.ReadableStream }).on('line', (line) =>
    lines.push(JSON.parse(line)),
  );
}

async function end(signal: NodeJS.Signals): Promise<unknown[]> {
  if (monitor.exitCode !== null) return [monitor.exitCode, null];
  const exited = once(monitor, 'exit');
  monitor.kill(signal);
  return exited;
}

async function play(periods: number): Promise<void> {
  const member = await club.member();
  for (let round = 0; round < periods; round++) {
    const period = periodIn(club, table);
    await club.place(member, table, [{ bet: 'big', stakeMinor: 100n }]);
    await club.at(period.locks * SECOND_MS);
    await advance(club, table);
    await club.at(period.draws * SECOND_MS);
    await advance(club, table);
  }
}

/**
 * Waits until the monitor has checked the whole book. Returns its alarms, except of overdue draws: the clock of this
 * club may be behind that of the machine.
 */
async function checked(): Promise<Printed[]> {
  const size = await bookSize(club.db);
  await until(`the check of ${size}`, async () => printed.some((one) => one.event === 'checked' && one.size === size));
  return printed.filter(({ event, kind }) => event === 'alarm' && kind !== 'overdue');
}

test('the program that anyone can run finds nothing wrong with this server’s book, also over kill -9', async () => {
  await play(2);
  expect(await checked()).toEqual([]);
  const size = await bookSize(club.db);
  await end('SIGKILL');
  await play(2);
  await growTo(club.db, 700);
  await startMonitor();
  expect(await checked()).toEqual([]);
  expect(printed[0]).toMatchObject({ event: 'started', size });
  expect(await end('SIGTERM')).toEqual([0, null]);
  expect(faults).toEqual([]);
});
