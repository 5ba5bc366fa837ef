import { expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import { createSmallCovers } from './small-covers.ts';

const bytes = (length: number) => new Uint8Array(length);
const read = () => Promise.resolve(bytes(1_000));

test('a copy is drawn once for all who request it, and again only when others have taken its place', async () => {
  let drawn = 0;
  const smallCover = async (_: Uint8Array, width: number) => {
    drawn += 1;
    return bytes(width);
  };
  const covers = createSmallCovers({ smallCover }, 1_000);
  const all = await Promise.all(Array.from({ length: 20 }, () => covers.get('a', 160, read)));
  expect(all.map((copy) => copy?.length)).toEqual(Array(20).fill(160));
  expect(drawn).toBe(1);
  for (let n = 0; n < 10; n++) await covers.get(String(n), 160, read);
  expect(drawn).toBe(11);
  await covers.get('9', 160, read);
  expect(drawn).toBe(11);
  await covers.get('a', 160, read);
  expect(drawn).toBe(12);
});

test('where none can be drawn, there is no copy, and the next request tries again', async () => {
  let busy = true;
  const smallCover = async () => {
    if (busy) throw new Refusal('busy');
    return bytes(1);
  };
  const covers = createSmallCovers({ smallCover }, 1_000);
  expect(await covers.get('a', 320, read)).toBeNull();
  expect(await covers.get('a', 320, () => Promise.resolve(null))).toBeNull();
  busy = false;
  expect(await covers.get('a', 320, read)).toEqual(bytes(1));
});
