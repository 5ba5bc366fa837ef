import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { allFontFiles } from '../apps/server/src/statement/pdf/font-files.ts';
import { temporaryFolder } from '../dev/temporary-folder.ts';
import { prunePackages, unneeded } from './prune-packages.ts';

const MODULES = join(import.meta.dirname, '../node_modules');
const [FONT = ''] = allFontFiles();

test('the fonts that statements need are in the packages', () => {
  expect(allFontFiles()).toHaveLength(24);
  expect(allFontFiles().filter((file) => !existsSync(join(MODULES, file)))).toEqual([]);
});

test('an image keeps code, licences, its own native libraries and the fonts of statements', () => {
  const kept = [
    ...allFontFiles(),
    'pdfkit/js/data/Helvetica.afm',
    'pdfkit/LICENSE',
    'fontkit/dist/main.cjs',
    'sodium-native/prebuilds/linux-x64/sodium-native.node',
    'zod/v4/index.js',
  ];
  const lost = [
    FONT.replace('.woff', '.woff2'),
    FONT.replace('-400-', '-500-'),
    '@fontsource/noto-sans-jp/files/noto-sans-jp-0-400-normal.woff',
    'sodium-native/prebuilds/win32-x64/sodium-native.node',
    'zod/v4/index.d.ts',
    'zod/v4/index.d.cts',
    'kysely/dist/index.js.map',
  ];
  expect(unneeded([...kept, ...lost], 'linux-x64')).toEqual(lost);
});

test('the files are removed, and no others', () => {
  const folder = temporaryFolder('tercet-prune-');
  try {
    for (const name of ['a/index.js', 'a/index.js.map', '@fontsource/x/files/x.woff2', FONT]) {
      mkdirSync(dirname(join(folder.path, name)), { recursive: true });
      writeFileSync(join(folder.path, name), '');
    }
    expect(prunePackages(folder.path)).toBe(2);
    expect(['a/index.js', FONT].map((name) => existsSync(join(folder.path, name)))).toEqual([true, true]);
    expect(existsSync(join(folder.path, 'a/index.js.map'))).toBe(false);
  } finally {
    folder.remove();
  }
});
