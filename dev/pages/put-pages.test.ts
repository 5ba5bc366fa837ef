import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TemporaryFolder, temporaryFolder } from '../temporary-folder.ts';
import { putPages } from './put-pages.ts';

const HOUR_MS = 3_600_000;
const LEADING = ['ahead.js', 'index.html', 'sw.js', 'sw.js.br'];
const FIRST = filesOf('one', ['assets/app-1.js', 'assets/mn-1/play.js']);
const SECOND = filesOf('two', ['assets/app-2.js', 'assets/mn-2/play.js']);
const THIRD = filesOf('three', ['assets/app-3.js']);

let folder: TemporaryFolder;
let to: string;
beforeEach(() => {
  folder = temporaryFolder('tercet-put-pages-');
  to = join(folder.path, 'out/member');
});
afterEach(() => folder.remove());

function filesOf(text: string, assets: string[]): Record<string, string> {
  return Object.fromEntries([...LEADING, ...assets].map((name) => [name, text]));
}

function built(files: Record<string, string>): string {
  const from = join(folder.path, `built-${files['index.html']}`);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(from, name)), { recursive: true });
    writeFileSync(join(from, name), text);
  }
  return from;
}

const put = (files: Record<string, string>, afterHours = 0) =>
  putPages(built(files), to, Date.now() + afterHours * HOUR_MS);
const leading = () => LEADING.map((name) => readFileSync(join(to, name), 'utf8'));
const assets = () => readdirSync(join(to, 'assets'), { recursive: true }).sort();

describe('pages that are put where some are', () => {
  test('lie beside those before, for a day after these were replaced', async () => {
    await put(FIRST);
    for (const name of Object.keys(FIRST)) utimesSync(join(to, name), 1_700_000_000, 1_700_000_000);
    await put(SECOND);
    expect(assets()).toEqual(['app-1.js', 'app-2.js', 'mn-1', 'mn-1/play.js', 'mn-2', 'mn-2/play.js']);
    expect(leading()).toEqual(LEADING.map(() => 'two'));
    await put(SECOND, 23);
    expect(assets()).toContain('app-1.js');
    await put(THIRD, 25);
    expect(assets()).toEqual(['app-2.js', 'app-3.js', 'mn-2', 'mn-2/play.js']);
    await put(THIRD, 48);
    expect(assets()).toContain('app-2.js');
    await put(THIRD, 50);
    expect(assets()).toEqual(['app-3.js']);
  });

  test('stay when the version before comes back', async () => {
    await put(FIRST);
    await put(SECOND);
    await put(FIRST, 30);
    await put(FIRST, 60);
    expect(assets()).toEqual(['app-1.js', 'mn-1', 'mn-1/play.js']);
  });

  test('start with their files: pages that refer to them are copied last', async () => {
    await put(FIRST);
    // A folder with the file's name makes writing the file fail.
    mkdirSync(join(to, 'assets/app-2.js'));
    await expect(put(SECOND)).rejects.toThrow();
    expect(leading()).toEqual(LEADING.map(() => 'one'));
  });

  test('are complete for a reader during the copy', async () => {
    await put(FIRST);
    const opened = openSync(join(to, 'index.html'), 'r');
    await put(SECOND);
    expect(readFileSync(opened, 'utf8')).toBe('one');
    closeSync(opened);
    expect(readdirSync(to).sort()).toEqual(['ahead.js', 'assets', 'index.html', 'sw.js', 'sw.js.br']);
  });
});
