import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadReceiptKey } from '../lottery/receipt-key.ts';
import { lookAtKeys, lookForReceiptKeys } from './key-places.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'key-places-'));
});
afterEach(() => rm(folder, { recursive: true }));

const path = (name: string) => join(folder, name);

test('a receipts’ key that no table names is not taken for the one that they name, which may lie beside it', async () => {
  const { publicKey: old } = await loadReceiptKey(folder);
  expect(await lookForReceiptKeys(folder, [old, old])).toEqual([]);
  await rename(path('receipt-key.pem'), path('away.pem'));
  const { publicKey: made } = await loadReceiptKey(folder);
  expect(await lookForReceiptKeys(folder, [old, made, old])).toEqual([
    { name: 'the receipts’ key', path: path('receipt-key.pem'), fault: `is not ${old}, which a table names` },
  ]);
  await rename(path('away.pem'), path('receipt-key-1.pem'));
  expect(await lookForReceiptKeys(folder, [old, made])).toEqual([]);
});

const ALL = [
  ...['book-key.pem', 'book-key-2.pem', 'receipt-key.pem', 'encryption-keys.json', 'finance-pepper.json'],
  ...['person-key', 'film-key', 'vapid-keys.json'],
];
const ROLES = ['api', 'draw', 'jobs'] as const;
const SCRIPT = join(import.meta.dirname, '../../../../deploy/systemd/take-keys');

/** Runs the script of the units with `from` in place of the folder with all keys. */
function takeKeys(role: string, from: string, to: string): void {
  const script = readFileSync(SCRIPT, 'utf8').replace('all=/var/lib/tercet/keys', `all=${from}`);
  execFileSync('sh', ['-c', script, 'take-keys', role, to], { stdio: 'pipe' });
}

test('a process of one role gets the keys that it needs, and no others', async () => {
  const [from, to] = [path('all'), path('one')];
  await mkdir(from);
  for (const name of ALL) await writeFile(join(from, name), name, { mode: 0o600 });
  for (const role of ROLES) {
    await rm(to, { recursive: true, force: true });
    await mkdir(to);
    takeKeys(role, from, to);
    expect(await lookAtKeys(to, [], [role]), role).toSatisfy((places: { fault: string | null }[]) =>
      places.every(({ fault }) => fault === null),
    );
    const taken = await readdir(to);
    const others = ROLES.filter((other) => other !== role);
    for (const name of ALL.filter((one) => !taken.includes(one))) {
      const missing = (await lookAtKeys(to, [], others)).map((place) => place.path);
      // The films' key may be made again, so its absence is no fault.
      if (name !== 'film-key' && name !== 'vapid-keys.json' && name !== 'book-key-2.pem') {
        expect(missing, `${role} has no ${name}`).toContain(join(to, name));
      }
    }
    expect(
      taken.some((name) => name.startsWith('book-key')),
      role,
    ).toBe(role === 'draw');
    expect(taken.includes('receipt-key.pem'), role).toBe(role === 'api');
  }
});

test('a process whose key is missing is not started', async () => {
  const [from, to] = [path('all'), path('one')];
  await Promise.all([mkdir(from), mkdir(to)]);
  await writeFile(join(from, 'receipt-key.pem'), 'key');
  expect(() => takeKeys('draw', from, to)).toThrow(/book-key\*\.pem is missing/);
  expect(() => takeKeys('api', from, to)).toThrow(/encryption-keys\.json is missing/);
});
