import { expect, test } from 'vitest';
import { createKeyedMutex } from './keyed-mutex.ts';

const codeOf = (work: Promise<unknown>) => work.catch((error: { code?: string }) => error.code);
const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('work of one key goes in its order, one at a time; that of another does not wait', async () => {
  const { inTurn } = createKeyedMutex({ waitingMax: 10 });
  const done: string[] = [];
  const inside = new Set<string>();
  const work = (key: string, name: string, ms: number) =>
    inTurn(key, async () => {
      expect(inside.has(key)).toBe(false);
      inside.add(key);
      await after(ms);
      inside.delete(key);
      done.push(name);
    });
  await Promise.all([work('mira', 'm1', 30), work('mira', 'm2', 1), work('mira', 'm3', 1), work('anton', 'a1', 1)]);
  expect(done).toEqual(['a1', 'm1', 'm2', 'm3']);
});

test('work that fails keeps nobody behind it', async () => {
  const { inTurn } = createKeyedMutex({ waitingMax: 10 });
  const failed = inTurn('mira', async () => Promise.reject(new Error('no')));
  const next = inTurn('mira', async () => 'done');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('done');
});

test('beyond the bound the answer is no, for that key alone, and there is room again afterwards', async () => {
  const { inTurn, waiting } = createKeyedMutex({ waitingMax: 2, code: 'bets-waiting' });
  const gate = Promise.withResolvers<string>();
  const inside = [0, 1, 2].map(() => inTurn('mira', () => gate.promise));
  expect(waiting()).toBe(2);
  expect(await codeOf(inTurn('mira', async () => 'late'))).toBe('bets-waiting');
  expect(await inTurn('anton', async () => 'other')).toBe('other');
  gate.resolve('done');
  expect(await Promise.all(inside)).toEqual(['done', 'done', 'done']);
  expect(waiting()).toBe(0);
  expect(await inTurn('mira', async () => 'again')).toBe('again');
});

test('whoever has waited too long is refused, and what is behind goes on', async () => {
  const { inTurn } = createKeyedMutex({ waitingMax: 10, waitMsMax: 20 });
  let ran = 0;
  const first = inTurn('mira', () => after(60));
  const late = inTurn('mira', async () => {
    ran += 1;
  });
  await first;
  expect(await codeOf(late)).toBe('busy');
  expect(ran).toBe(0);
  expect(await inTurn('mira', async () => 'done')).toBe('done');
});
