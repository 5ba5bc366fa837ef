import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { starterOf, startOf } from './processes.mjs';

test('a living process has a start, and keeps it', () => {
  expect(startOf(process.pid)).toMatch(/^\d+$/);
  expect(startOf(process.pid)).toBe(startOf(process.pid));
});

test('one that is gone has none, not even before its parent has noticed', async () => {
  const child = spawn('sleep', ['0.3']);
  const { pid = 0 } = child;
  expect(startOf(pid)).not.toBeNull();
  await once(child, 'exit');
  expect(startOf(pid)).toBeNull();
  expect([0, -1, 2 ** 22 + 1, Number.NaN].map(startOf)).toEqual([null, null, null, null]);
});

test('a shell in between is not the starter', async () => {
  const child = spawn('/bin/sh', ['-c', 'sleep 5; true'], { detached: true });
  const children = `/proc/${child.pid}/task/${child.pid}/children`;
  await expect.poll(() => readFileSync(children, 'utf8').trim()).toMatch(/^\d+$/);
  expect(starterOf(Number(readFileSync(children, 'utf8')))).toBe(process.pid);
  expect(starterOf(child.pid ?? 0)).toBe(process.pid);
  process.kill(-(child.pid ?? 0), 'SIGKILL');
});
