import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { hashFiles, hashOfList } from './folder-hash.ts';
import { createSelfCheck, type ProgramPart, type SelfCheck } from './self-check.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder('tercet-program-');
  write('apps/server/src/main.ts', 'main');
  write('apps/server/src/main.test.ts', 'a test');
  write('packages/fair/src/dice.ts', 'dice');
  write('node_modules/other/index.js', 'other');
  write('pages/member/index.html', 'page');
});
afterEach(() => folder.remove());

function write(path: string, text: string): void {
  const place = join(folder.path, path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, text);
}

const log = { error: vi.fn() };

function open(): SelfCheck {
  const memberApp = join(folder.path, 'pages/member');
  return createSelfCheck({ memberApp, consoleApp: null, log, root: folder.path });
}

async function changedParts(check: SelfCheck): Promise<ProgramPart[]> {
  const { parts } = await check.run();
  return parts.filter(({ changed }) => changed).map(({ part }) => part);
}

test('the hash is that of the list that sha256sum prints, sorted by path', async () => {
  const files = await hashFiles(folder.path, ['packages', 'apps']);
  const line = (text: string, path: string) => `${createHash('sha256').update(text).digest('hex')}  ${path}\n`;
  const list = [
    line('a test', 'apps/server/src/main.test.ts'),
    line('main', 'apps/server/src/main.ts'),
    line('dice', 'packages/fair/src/dice.ts'),
  ];
  expect(hashOfList(files)).toBe(createHash('sha256').update(list.join('')).digest('hex'));
});

test('an untouched program is unchanged, and a part without files has no hash', async () => {
  const check = open();
  expect(check.known()).toBeNull();
  expect(await changedParts(check)).toEqual([]);
  expect(await changedParts(check)).toEqual([]);
  const { parts } = await check.last();
  expect(parts.map(({ part, files }) => [part, files])).toEqual([
    ['server', 2],
    ['member-pages', 1],
    ['console-pages', 0],
    ['packages', 1],
  ]);
  expect(parts.map(({ sha256 }) => sha256 === null)).toEqual([false, false, true, false]);
});

test.each<[string, ProgramPart, () => void]>([
  ['a changed file', 'server', () => write('packages/fair/src/dice.ts', 'dice!')],
  ['a new file', 'server', () => write('apps/server/src/more/new.ts', '')],
  ['a removed file', 'server', () => rmSync(join(folder.path, 'apps/server/src/main.ts'))],
  ['a removed folder', 'server', () => rmSync(join(folder.path, 'packages'), { recursive: true })],
  ['a link in place of a file', 'member-pages', () => link('pages/member/index.html', '/etc/hostname')],
  ['a changed page', 'member-pages', () => write('pages/member/index.html', 'other page')],
  ['a changed package', 'packages', () => write('node_modules/other/index.js', 'changed')],
])('%s is noticed in its part, stays so, and is named in the log', async (_, part, change) => {
  const check = open();
  await check.run();
  log.error.mockClear();
  change();
  expect(await changedParts(check)).toEqual([part]);
  expect(log.error).toHaveBeenCalledTimes(1);
  expect(log.error.mock.calls[0]?.[0]).toMatchObject({ part, changed: 1 });
  expect(await changedParts(check)).toEqual([part]);
});

function link(path: string, target: string): void {
  rmSync(join(folder.path, path));
  symlinkSync(target, join(folder.path, path));
}

test('a file that returns to its content at the start ends the alarm', async () => {
  const check = open();
  await check.run();
  write('packages/fair/src/dice.ts', 'dice!');
  expect(await changedParts(check)).toEqual(['server']);
  write('packages/fair/src/dice.ts', 'dice');
  expect(await changedParts(check)).toEqual([]);
});

test('tests are no part of the program, nor packages where tests are installed', async () => {
  write('node_modules/vitest/package.json', '{}');
  const check = open();
  await check.run();
  write('apps/server/src/main.test.ts', 'another test');
  write('node_modules/other/index.js', 'changed');
  expect(await changedParts(check)).toEqual([]);
});

test('checks at the same time share one reading', async () => {
  const check = open();
  const [first, second] = await Promise.all([check.run(), check.run()]);
  expect(second).toBe(first);
});

test('pages that are gone are noticed', async () => {
  const check = open();
  await check.run();
  rmSync(join(folder.path, 'pages'), { recursive: true });
  expect(await changedParts(check)).toEqual(['member-pages']);
  expect((await check.last()).parts.find(({ part }) => part === 'member-pages')).toMatchObject({ sha256: null });
});
