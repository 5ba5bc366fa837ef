import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { overLimits } from './load-limits.ts';

const chunk = (fileName: string, moduleIds: string[], imports: string[], code: string) =>
  ({ type: 'chunk', fileName, moduleIds, imports, code }) as unknown as Rolldown.OutputChunk;

const BUNDLE: Rolldown.OutputBundle = {
  'base.js': chunk('base.js', ['/src/main.tsx'], ['shared.js'], 'a()'),
  'shared.js': chunk('shared.js', ['/src/ui/theme.ts'], ['base.js'], 'b()'),
  'list.js': chunk('list.js', ['C:\\src\\list.tsx'], ['base.js'], 'c()'),
};
const ONE = gzipSync('a()').length;
const over = (sources: string[], bytesMax: number) => overLimits(BUNDLE, [{ name: 'first', sources, bytesMax }]);

test('a visit counts its chunks and their imports, each of them one time', () => {
  expect(over(['src/main.tsx'], 2 * ONE)).toEqual([]);
  expect(over(['src/main.tsx'], 2 * ONE - 1)).toEqual([
    `first: ${2 * ONE} bytes of JavaScript, at most ${2 * ONE - 1} are allowed`,
  ]);
  expect(over(['src/main.tsx', 'src/list.tsx'], 3 * ONE)).toEqual([]);
  expect(over(['src/main.tsx', 'src/list.tsx'], 3 * ONE - 1)).toHaveLength(1);
});

test('a source that no chunk holds is a fault of the limit', () => {
  expect(() => over(['src/moved.tsx'], 1_000)).toThrow('no chunk holds src/moved.tsx');
});
