import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LockHeld, lockHolder, takeLock } from './lock.mjs';
import { bootId, startOf } from './processes.mjs';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tercet-lock-'));
  path = join(folder, 'lock');
});

afterEach(() => rmSync(folder, { recursive: true }));

test('one holder at a time; free again after release', async () => {
  const lock = await takeLock(path);
  expect(lockHolder(path)).toBe(process.pid);
  await expect(takeLock(path)).rejects.toThrow(LockHeld);
  lock.release();
  expect(lockHolder(path)).toBeNull();
  (await takeLock(path)).release();
  expect(readdirSync(folder)).toEqual([]);
});

test('waits for the holder as long as it is told to', async () => {
  const first = await takeLock(path);
  const waited: number[] = [];
  setTimeout(() => first.release(), 150);
  const second = await takeLock(path, { waitMs: 5_000, onWait: (pid) => waited.push(pid) });
  expect(waited).toEqual([process.pid]);
  second.release();
});

test('releasing twice does not take away the lock of the next holder', async () => {
  const first = await takeLock(path);
  first.release();
  const second = await takeLock(path);
  first.release();
  expect(lockHolder(path)).toBe(process.pid);
  second.release();
});

test.each([
  ['a process that is gone', () => ({ pid: 2 ** 22 - 1, start: '1', boot: bootId() })],
  ['a process whose number is another now', () => ({ pid: process.pid, start: '1', boot: bootId() })],
  ['a machine that has restarted', () => ({ pid: process.pid, start: startOf(process.pid), boot: 'before' })],
])('takes over from %s', async (_name, left) => {
  writeFileSync(path, JSON.stringify(left()));
  expect(lockHolder(path)).toBeNull();
  const lock = await takeLock(path);
  expect(lockHolder(path)).toBe(process.pid);
  lock.release();
});

test('takes over a file that is no lock', async () => {
  writeFileSync(path, '');
  (await takeLock(path)).release();
});

test('lets in one at a time however many race for a dead holder', async () => {
  const script = join(folder, 'race.mjs');
  const log = join(folder, 'log');
  writeFileSync(log, '');
  writeFileSync(
    script,
    `import { appendFileSync } from 'node:fs';
     import { takeLock } from ${JSON.stringify(join(import.meta.dirname, 'lock.mjs'))};
     for (let i = 0; i < 5; i++) {
       const lock = await takeLock(${JSON.stringify(path)}, { waitMs: 20_000 });
       appendFileSync(${JSON.stringify(log)}, 'in ');
       await new Promise((resolve) => setTimeout(resolve, 2));
       appendFileSync(${JSON.stringify(log)}, 'out ');
       if (i < 4) lock.release();
     }`,
  );
  // Each ends while holding it, so that the next finds a dead holder.
  const racers = Array.from({ length: 6 }, () => fork(script));
  await Promise.all(racers.map((racer) => once(racer, 'exit')));
  expect(readFileSync(log, 'utf8')).toBe('in out '.repeat(30));
});
