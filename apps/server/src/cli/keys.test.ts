import { chmod, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TemporaryFolder, temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { clubLines } from '../../tests/kit/club-command.ts';

const ALL = [
  'book-key.pem',
  'encryption-keys.json',
  'film-key',
  'finance-pepper.json',
  'person-key',
  'receipt-key.pem',
  'vapid-keys.json',
];

let folder: TemporaryFolder;
beforeEach(() => {
  folder = temporaryFolder('tercet-keys-');
});
afterEach(() => folder.remove());

const namesOf = (lines: string[]) => lines.map((line) => line.split(' ')[0]);

test('makes every key that a role reads, and keeps those that are there', async () => {
  expect(namesOf(await clubLines(['keys', 'make', folder.path], {}))).toEqual(ALL);
  const before = await Promise.all(ALL.map((name) => readFile(join(folder.path, name), 'utf8')));
  await rm(join(folder.path, 'film-key'));
  const again = await clubLines(['keys', 'make', folder.path], {});
  expect(again.filter((line) => line.endsWith('made')).map((line) => line.split(' ')[0])).toEqual(['film-key']);
  const after = await Promise.all(ALL.map((name) => readFile(join(folder.path, name), 'utf8')));
  expect(after.filter((text, index) => text !== before[index])).toHaveLength(1);
});

test('a folder that is only to be read is enough once all keys are there', async () => {
  await clubLines(['keys', 'make', folder.path], {});
  // The folder's mtime shows a file that was created and removed. Root would not notice a missing write permission.
  const { mtimeMs } = await stat(folder.path);
  await clubLines(['keys', 'make', folder.path], {});
  expect((await stat(folder.path)).mtimeMs).toBe(mtimeMs);
});

test('machines with the same keys show the same marks, whatever they signed last', async () => {
  const [first, second] = [join(folder.path, 'first'), join(folder.path, 'second')];
  await clubLines(['keys', 'make', first], {});
  await mkdir(second);
  for (const name of await readdir(first)) await writeFile(join(second, name), await readFile(join(first, name)));
  await writeFile(join(second, 'book-signed'), 'of this machine');
  expect(await clubLines(['keys', 'show', second], {})).toEqual(await clubLines(['keys', 'show', first], {}));
  await writeFile(join(second, 'person-key'), 'another');
  const shown = await clubLines(['keys', 'show', first], {});
  const differing = (await clubLines(['keys', 'show', second], {})).filter((line) => !shown.includes(line));
  expect(namesOf(differing)).toEqual(['person-key']);
});

test('on a volume of their own, and as links into a secret, keys show the same marks', async () => {
  const [volume, secret] = [join(folder.path, 'volume'), join(folder.path, 'secret')];
  await clubLines(['keys', 'make', volume], {});
  const marks = await clubLines(['keys', 'show', volume], {});
  const lost = join(volume, 'lost+found');
  await mkdir(lost, { mode: 0o000 });
  const shown = await Promise.allSettled([
    clubLines(['keys', 'show', volume], {}),
    clubLines(['keys', 'make', volume], {}),
  ]);
  // Otherwise only root can remove it.
  await chmod(lost, 0o700);
  expect(shown).toEqual([
    { status: 'fulfilled', value: marks },
    { status: 'fulfilled', value: marks.map((line) => `${line}  kept`) },
  ]);
  await mkdir(secret);
  await rename(volume, join(secret, '..2026'));
  await symlink('..2026', join(secret, '..data'));
  for (const name of ALL) await symlink(join('..data', name), join(secret, name));
  expect(await clubLines(['keys', 'show', secret], {})).toEqual(marks);
});

test('a book whose first key was taken away after a rotation gets no new one', async () => {
  await clubLines(['keys', 'make', folder.path], {});
  await writeFile(join(folder.path, 'book-key-2.pem'), await readFile(join(folder.path, 'book-key.pem')));
  await rm(join(folder.path, 'book-key.pem'));
  await clubLines(['keys', 'make', folder.path], {});
  expect(await readdir(folder.path)).not.toContain('book-key.pem');
});

test('what cannot be meant is said in one line', async () => {
  await expect(clubLines(['keys'], {})).rejects.toThrow('Usage: club keys');
  await expect(clubLines(['keys', 'make', 'a', 'b', 'c'], {})).rejects.toThrow('Usage');
  const nowhere = join(folder.path, 'nowhere');
  await expect(clubLines(['keys', 'show', nowhere], {})).rejects.toThrow(`there are no keys in ${nowhere}`);
});
