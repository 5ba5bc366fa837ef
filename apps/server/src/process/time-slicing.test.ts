import { expect, test } from 'vitest';
import { inSlices } from './time-slicing.ts';

/** Steps that take a core for so long, each about a millisecond. */
function* work(steps: number): Generator<void, number> {
  for (let n = 0; n < steps; n++) {
    const untilMs = performance.now() + 1;
    while (performance.now() < untilMs);
    yield;
  }
  return steps;
}

/** Turns of the event loop during an act. */
async function turnsOf(act: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isCounting = true;
  const count = (): void => {
    turns += 1;
    if (isCounting) setImmediate(count);
  };
  setImmediate(count);
  await act();
  isCounting = false;
  return turns;
}

test('long work yields to the event loop again and again', async () => {
  expect(await turnsOf(() => inSlices(work(40)))).toBeGreaterThanOrEqual(5);
});

test('short runs after each other yield like one long run', async () => {
  const turns = await turnsOf(async () => {
    for (let n = 0; n < 40; n++) expect(await inSlices(work(1))).toBe(1);
  });
  expect(turns).toBeGreaterThanOrEqual(5);
});

test('short runs of many callers at one moment yield like one long run', async () => {
  const turns = await turnsOf(() => Promise.all(Array.from({ length: 40 }, () => inSlices(work(1)))));
  expect(turns).toBeGreaterThanOrEqual(5);
});
