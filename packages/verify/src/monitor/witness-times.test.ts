import { expect, test } from 'vitest';
import { openBudget } from '../net/budget.ts';
import { resolve } from '../net/guard.ts';
import { askSince } from './witness-times.ts';

const WITNESS = { url: 'http://127.0.0.1:9', vkey: null };
const HOUR = 3600;

test('a witness that does not answer is given the long time only now and then', async () => {
  const askedLong = new Map<string, number>();
  const guard = {
    allowLocal: true,
    lookup: resolve,
    budget: openBudget({ requestsMax: 100, bytesMax: 1000, timeMs: 10_000 }),
  };
  const ask = async (nowSeconds: number, askFrom: Record<string, number> = {}) => {
    const question = { witnesses: [WITNESS], origin: 'house.example', expected: [], askFrom, nowSeconds, askedLong };
    const replies = await askSince(question, guard);
    expect(replies.get(WITNESS.url)?.silent).toHaveLength(1);
    return askedLong.get(WITNESS.url);
  };
  expect(await ask(0, { [WITNESS.url]: 5 })).toBeUndefined();
  expect(await ask(HOUR)).toBe(HOUR);
  expect(await ask(6 * HOUR)).toBe(HOUR);
  expect(await ask(7 * HOUR)).toBe(7 * HOUR);
});
