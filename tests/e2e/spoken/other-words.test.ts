import { expect, test } from 'vitest';
import { longer } from './other-words.ts';

test('every message is 40 % longer, and takes the same parameters', () => {
  const words = longer({
    plain: 'Available now',
    taken: ['Sum ', ['sum'], ' pays'],
    counted: [['count', 2, { one: [0, ' bet'], other: [0, ' bets on the slip'] }]],
    group: { inner: 'Close' },
  });
  expect(words.plain).toMatch(/^Available now.{5,7}$/);
  expect(words.taken).toEqual(['Sum ', ['sum'], ' pays', expect.stringMatching(/^.{5,8}$/)]);
  expect(words.counted).toEqual([
    [
      'count',
      2,
      { one: [0, ' bet', expect.any(String)], other: [0, ' bets on the slip', expect.stringMatching(/^.{6,}$/)] },
    ],
  ]);
  expect(words.group).toEqual({ inner: expect.stringMatching(/^Close.{1,3}$/) });
});
