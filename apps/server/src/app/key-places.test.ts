import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { KEYS } from '../cli/keys.ts';
import { loadReceiptKey } from '../lottery/receipt-key.ts';
import { keyKindsFor, lookAtKeys, lookForReceiptKeys } from './key-places.ts';

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
const DEPLOY = join(import.meta.dirname, '../../../../deploy');
const SCRIPT = join(DEPLOY, 'systemd/take-keys');

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

/** Keys that the script of the units gives to each role. */
async function takenBy(role: string): Promise<string[]> {
  const [from, to] = [path('all'), path(`taken-${role}`)];
  await Promise.all([mkdir(from, { recursive: true }), mkdir(to)]);
  for (const name of ALL) await writeFile(join(from, name), name, { mode: 0o600 });
  takeKeys(role, from, to);
  return (await readdir(to)).sort();
}

test('making keys gives each role those that the units give it, again after a change, and leaves what is signed', async () => {
  const [all, roles] = [path('keys'), path('roles')];
  const make = KEYS.acts.find(({ name }) => name === 'make');
  const run = () => make?.run({ args: [all, roles] } as never);
  await mkdir(all);
  await run();
  await writeFile(join(roles, 'draw/book-signed'), 'signed');
  // A key that was announced, one of another role, and one that is no longer in the folder.
  await copyFile(join(all, 'book-key.pem'), join(all, 'book-key-2.pem'));
  await writeFile(join(roles, 'draw/finance-pepper.json'), 'of the API');
  await writeFile(join(roles, 'draw/book-key-9.pem'), 'gone');
  await run();
  for (const role of ROLES) {
    const names = (await readdir(join(roles, role))).sort();
    const more = role === 'draw' ? ['book-signed'] : [];
    expect([role, names]).toEqual([role, [...(await takenBy(role)), ...more].sort()]);
    for (const name of names.filter((one) => one !== 'book-signed')) {
      expect(await readFile(join(roles, role, name))).toEqual(await readFile(join(all, name)));
    }
  }
});

test('keys are never shared into the folder of all keys', async () => {
  const make = KEYS.acts.find(({ name }) => name === 'make');
  await mkdir(path('keys/api'), { recursive: true });
  await expect(make?.run({ args: [path('keys/api'), path('keys')] } as never)).rejects.toThrow('folder of all keys');
});

interface SecretVolume {
  secret?: { secretName: string; optional: boolean; items: { key: string; path: string }[] };
}

test.each(ROLES)('Kubernetes gives %s the keys that the units give it, and numbered ones', async (role) => {
  const [manifest] = parseAllDocuments(readFileSync(join(DEPLOY, `kubernetes/${role}.yaml`), 'utf8'));
  const { spec } = (manifest as NonNullable<typeof manifest>).toJS() as {
    spec: { template: { spec: { volumes: SecretVolume[] } } };
  };
  const secrets = spec.template.spec.volumes.flatMap(({ secret }) =>
    secret?.secretName === 'tercet-keys' ? [secret] : [],
  );
  expect(secrets).toHaveLength(1);
  const items = secrets[0]?.items ?? [];
  // Otherwise a pod would wait for numbered keys, most of which do not exist.
  expect(secrets[0]?.optional).toBe(true);
  expect(items.every(({ key, path: place }) => key === place)).toBe(true);
  const plain = items.map(({ key }) => key).filter((key) => !/-\d+\.pem$/.test(key));
  expect(plain.sort()).toEqual((await takenBy(role)).filter((name) => !/-\d+\.pem$/.test(name)));
  const used = keyKindsFor(role).filter(({ isUsed }) => isUsed);
  for (const { key } of items) expect([key, used.some(({ file }) => file.test(key))]).toEqual([key, true]);
  for (const { file } of used.filter((kind) => kind.file.source.includes('\\d+'))) {
    expect(items.filter(({ key }) => file.test(key))).toHaveLength(10);
  }
});

test('a process whose key is missing is not started', async () => {
  const [from, to] = [path('all'), path('one')];
  await Promise.all([mkdir(from), mkdir(to)]);
  await writeFile(join(from, 'receipt-key.pem'), 'key');
  expect(() => takeKeys('draw', from, to)).toThrow(/book-key\*\.pem is missing/);
  expect(() => takeKeys('api', from, to)).toThrow(/encryption-keys\.json is missing/);
});
