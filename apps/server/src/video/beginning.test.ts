import { expect, test } from 'vitest';
import { rangeOf, readBeginning } from './beginning.ts';

const FOLDER = 'films/a/preview';
const MAIN = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9\nv0/list.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv1/list.m3u8\n';
const LIST =
  '#EXTM3U\n#EXT-X-MAP:URI="init_1.mp4"\n#EXTINF:4.0,\ns00000.m4s\n#EXTINF:4.0,\ns00001.m4s\n#EXT-X-ENDLIST\n';

function storeOf(files: Readonly<Record<string, string>>) {
  return { get: async (path: string) => (files[path] === undefined ? null : Buffer.from(files[path])) };
}

test('the beginning is the smallest size: its head and its segments, in order', async () => {
  const files = {
    [`${FOLDER}/main.m3u8`]: MAIN,
    [`${FOLDER}/v1/list.m3u8`]: LIST,
    [`${FOLDER}/v1/init_1.mp4`]: 'head ',
    [`${FOLDER}/v1/s00000.m4s`]: 'one ',
    [`${FOLDER}/v1/s00001.m4s`]: 'two',
  };
  expect((await readBeginning(storeOf(files), 'a'))?.toString()).toBe('head one two');
  const { [`${FOLDER}/v1/s00001.m4s`]: _, ...lost } = files;
  expect(await readBeginning(storeOf(lost), 'a')).toBeNull();
  expect(await readBeginning(storeOf({}), 'a')).toBeNull();
});

test.each([
  [undefined, null],
  ['bytes=0-', { from: 0, to: 99 }],
  ['bytes=10-19', { from: 10, to: 19 }],
  ['bytes=90-500', { from: 90, to: 99 }],
  ['bytes=100-', null],
  ['bytes=20-10', null],
  ['bytes=-5', null],
  ['bytes=0-1,5-9', null],
  ['lines=0-', null],
])('of 100 bytes, %s is %o', (header, range) => {
  expect(rangeOf(header, 100)).toEqual(range);
});
