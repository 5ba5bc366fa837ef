import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runInMemory } from '../../apps/server/tests/kit/club-command.ts';
import { clubProgram } from '../club.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder('tercet-club-');
const dataDir = join(folder.path, 'data');
afterAll(() => folder.remove());

function run(...args: string[]) {
  const environment = { TERCET_DATA: dataDir, TERCET_KEYS: join(folder.path, 'other-keys') };
  return runInMemory(clubProgram(environment), args, environment);
}

test('without a configured server an act works on the embedded database and its keys, names it, and ends it', async () => {
  const line = /^database {2}tercet on 127\.0\.0\.1:\d+ as tercet_owner \(embedded, in .*data\)\n/;
  expect(await run('staff', 'list')).toMatchObject({ code: 1, stderr: expect.stringContaining('club migrate') });
  expect(await run('migrate')).toMatchObject({ code: 0, stderr: expect.stringMatching(line) });
  const { code, stdout, stderr } = await run('staff', 'list', '--json');
  expect([code, JSON.parse(stdout), stderr]).toEqual([0, [], expect.stringMatching(line)]);
  expect(readdirSync(join(dataDir, 'keys'))).toContain('encryption-keys.json');
  expect(existsSync(join(folder.path, 'other-keys'))).toBe(false);
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
}, 60_000);

test('help and wrong usage start nothing', async () => {
  const other = { TERCET_DATA: join(folder.path, 'none') };
  for (const args of [['--help'], ['staff', '--help'], [], ['staff'], ['staff', 'add', 'x'], ['nothing']]) {
    const { code, stderr } = await runInMemory(clubProgram(other), args, other);
    expect([args, code]).toEqual([args, args.at(-1) === '--help' ? 0 : 2]);
    expect(stderr).not.toContain('database  ');
  }
  expect(existsSync(other.TERCET_DATA)).toBe(false);
});
