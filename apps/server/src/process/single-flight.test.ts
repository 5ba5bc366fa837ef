import { expect, test } from 'vitest';
import { createSingleFlight } from './single-flight.ts';

/** A read that ends on command and returns the value from when it began. */
function scene() {
  let current = 0;
  const begun: { key: string; end(error?: Error): void }[] = [];
  const ask = createSingleFlight((key) => {
    const seen = current;
    return new Promise<number>((resolve, reject) => {
      begun.push({ key, end: (error) => (error ? reject(error) : resolve(seen)) });
    });
  });
  const write = (): void => {
    current += 1;
  };
  return { ask, begun, write };
}

test('of a thousand who ask at once, the first has a look and all others share the next', async () => {
  const { ask, begun } = scene();
  const requested = Array.from({ length: 1_000 }, () => ask('en'));
  expect(begun).toHaveLength(1);
  begun[0]?.end();
  await requested[0];
  expect(begun).toHaveLength(2);
  begun[1]?.end();
  await Promise.all(requested);
  expect(begun).toHaveLength(2);
});

test('whoever asks after something was written sees it, also while an older look is under way', async () => {
  const { ask, begun, write } = scene();
  const before = ask('en');
  write();
  const after = ask('en');
  begun[0]?.end();
  expect(await before).toBe(0);
  begun[1]?.end();
  expect(await after).toBe(1);
  // No result is cached: the next caller reads again.
  write();
  const later = ask('en');
  begun[2]?.end();
  expect(await later).toBe(2);
});

test('a look that fails fails for those who shared it, and for nobody else', async () => {
  const { ask, begun } = scene();
  const [one, two, three] = [ask('en'), ask('en'), ask('en')];
  begun[0]?.end(new Error('gone'));
  await expect(one).rejects.toThrow('gone');
  begun[1]?.end();
  expect(await Promise.all([two, three])).toEqual([0, 0]);
});

test('each key is looked at by itself', () => {
  const { ask, begun } = scene();
  void ask('en');
  void ask('mn');
  expect(begun.map(({ key }) => key)).toEqual(['en', 'mn']);
});
