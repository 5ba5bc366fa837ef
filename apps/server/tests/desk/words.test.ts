import { describe, expect, test } from 'vitest';
import { faultOfStaffWords } from '../../src/moderation/staff-words.ts';
import cases from './words.json' with { type: 'json' };
import more from './words-more.json' with { type: 'json' };
import others from './words-others.json' with { type: 'json' };

/** Checks words of staff to members. The last element of `words` is new, the others precede it. */
function faultOf(words: readonly string[]): Promise<string | null> {
  return faultOfStaffWords(words.at(-1) ?? '', words.slice(0, -1));
}

test('there are thirty of each, in four languages at least', () => {
  for (const kind of [cases.forbidden, cases.harmless]) {
    expect(kind).toHaveLength(30);
    expect(new Set(kind.map(({ language }) => language)).size).toBeGreaterThanOrEqual(4);
  }
});

async function refusedOf<T>(messages: readonly T[], faultOfOne: (one: T) => Promise<string | null>): Promise<T[]> {
  const faults = await Promise.all(messages.map(faultOfOne));
  return messages.filter((_, at) => faults[at] !== null);
}

test.each(cases.forbidden)('$language: $words is refused as $rule', async ({ words, rule }) => {
  expect(await faultOf(words)).toBe(rule);
  // If the words are split over messages, the first part alone must pass; otherwise the second proves nothing.
  if (words.length > 1) expect(await faultOf(words.slice(0, -1))).toBeNull();
});

test('of thirty harmless ones one is refused at most', async () => {
  const refused = await refusedOf(cases.harmless, ({ words }) => faultOf(words));
  expect(refused.slice(1)).toEqual([]);
});

test.each(more.forbidden)('$language: $words is refused', async ({ words }) => {
  expect(await faultOfStaffWords(words)).not.toBeNull();
});

test('of more harmless ones, one in thirty is refused at most', async () => {
  const refused = await refusedOf(more.harmless, ({ words }) => faultOfStaffWords(words));
  expect(refused.slice(Math.floor(more.harmless.length / 30))).toEqual([]);
});

/** Disguises of a forbidden sentence against word filters. */
const DISGUISES: Record<string, (words: string) => string> = {
  'with signs of no width': (words) => [...words].join('\u200b'),
  'with soft hyphens': (words) => words.replaceAll(/(?<=\p{L})(?=\p{L})/gu, '\u00ad'),
  'in full width': (words) =>
    words.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)),
  'with Cyrillic letters': (words) =>
    words.replaceAll(
      /[aeopcxyi]/g,
      (sign) => ({ a: 'а', e: 'е', o: 'о', p: 'р', c: 'с', x: 'х', y: 'у', i: 'і' })[sign] ?? '',
    ),
  'in mathematical letters': (words) =>
    words.replaceAll(/[a-z]/g, (sign) => String.fromCodePoint(0x1d41a + (sign.codePointAt(0) ?? 0) - 97)),
  'with accents': (words) => words.replaceAll(/[aeou]/g, (sign) => `${sign}\u0301`),
  'in capitals': (words) => words.toUpperCase(),
  'with wide spaces': (words) => words.replaceAll(' ', '\u2003'),
  'with hidden marks of direction': (words) => words.replaceAll(' ', ' \u202e\u200f'),
};

describe.each(Object.entries(DISGUISES))('%s', (_, disguise) => {
  test.each([
    'bet 500 on big',
    'Put it on odd tonight.',
    'Just send 50 000 to my account.',
    'Write me on Telegram, I will help.',
    'The card is 4111 1111 1111 1111.',
    'Open paypal.me and log in.',
  ])('%s', async (words) => {
    const fault = await faultOfStaffWords(words);
    expect(fault).not.toBeNull();
    expect(await faultOfStaffWords(disguise(words))).toBe(fault);
  });
});

test('letters set apart and digits for letters are read as words', async () => {
  for (const words of ['b e t 500 on b i g', 'p.u.t it on o.d.d', 'b3t 500 on big', 'Write me on T-e-l-e-g-r-a-m']) {
    expect([words, await faultOfStaffWords(words)]).toEqual([words, expect.stringMatching(/^words-/)]);
  }
});

test('of 280 that others wrote, before they or we knew the rules, the forbidden are refused, all but one in a hundred', async () => {
  const caught = await refusedOf(others.forbidden, ({ words }) => faultOf([words]));
  expect(others.forbidden.length - caught.length).toBeLessThanOrEqual(others.forbidden.length / 100);
  const refused = await refusedOf(others.harmless, ({ words }) => faultOf([words]));
  expect(refused.length).toBeLessThanOrEqual(others.harmless.length / 100);
});
