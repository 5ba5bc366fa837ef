import { expect, test } from 'vitest';
import { RETENTION } from '../members/account/retention.ts';
import { type Cover, jsonOf } from './json.ts';
import { isTechnical, nameOf } from './names.ts';
import { pageOf } from './page.ts';
import type { Part, Row } from './parts.ts';
import { COMPOSED, TABLE_PARTS } from './tables.ts';
import en from './words/en.json' with { type: 'json' };
import { choosePageLanguage } from './words.ts';

const COVER: Cover = {
  house: 'Tercet',
  mode: 'play',
  currency: 'PLAY',
  exponent: 2,
  memberId: '019a0000-0000-7000-8000-000000000000',
  userName: '<b>mira</b>',
  madeAt: new Date('2026-11-22T05:00:00Z'),
  retention: RETENTION,
};

const ENGLISH = choosePageLanguage({ requested: 'en', acceptLanguage: undefined, house: 'en' });

function partOf(name: string, ...batches: Row[][]): Part {
  async function* all(): AsyncGenerator<Row[]> {
    yield* batches;
  }
  return { name, batches: all() };
}

async function whole(pieces: AsyncGenerator<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

test('every part and every field that the page shows has its words', () => {
  const parts = [...TABLE_PARTS.map(({ name }) => name), ...Object.keys(COMPOSED)];
  expect(Object.keys(en.parts).sort()).toEqual(parts.sort());
  const fields = TABLE_PARTS.flatMap(({ columns }) => columns.map(nameOf)).filter((field) => !isTechnical(field));
  expect([...new Set(fields)].filter((field) => !(field in en.columns))).toEqual([]);
});

test('what somebody typed is text on the page, never markup', async () => {
  const evil = '"><img src=x onerror=alert(1)>&\'';
  const page = await whole(pageOf(COVER, [partOf('suspensions', [{ id: 'x', reason: evil, fromAt: null }])], ENGLISH));
  expect(page).not.toMatch(/<img|<b>/);
  expect(page).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&amp;&#39;');
  expect(page).toContain('What the club holds about &lt;b&gt;mira&lt;/b&gt;');
});

test('the page writes amounts, times, bets and codes out, and leaves identifiers to the other file', async () => {
  const slip = {
    id: 'identifier-of-it',
    placedAt: '2026-11-22T04:05:06.789Z',
    selections: [
      { bet: 'big', stakeMinor: '1000', multiplier: 19_200, won: true, payoutMinor: '1920' },
      { bet: 's7', stakeMinor: '250', multiplier: 130_000, won: false, payoutMinor: '0' },
    ],
    totalMinor: '1250',
    dice: [6, 5, 1],
    state: 'won',
  };
  const message = { kind: 'withdrawal-in-review', params: { withdrawalId: 'w', amountMinor: '5', dueAtMs: 0 } };
  const page = await whole(
    pageOf(COVER, [partOf('slips', [slip]), partOf('messages', [message]), partOf('closure')], ENGLISH),
  );
  for (const text of [
    '2026-11-22 04:05:06 UTC',
    'big 10.00 → 19.20; sum 7 2.50',
    '>12.50<',
    '>6 5 1<',
    'withdrawal in review',
    'amount: 0.05; due: 1970-01-01 00:00:00 UTC',
    en.none,
  ]) {
    expect(page).toContain(text);
  }
  expect(page).not.toContain('identifier-of-it');
});

test.each([
  ['PLAY', '250.00'],
  ['EUR', '250.00'],
  ['JPY', '25000'],
  ['TND', '25.000'],
  ['CLP*', '25000'],
])('the page writes an amount of %s with its own decimals', async (currency, text) => {
  const payment = { amountMinor: '25000', currency, state: 'review' };
  const page = await whole(pageOf(COVER, [partOf('payments', [payment])], ENGLISH));
  expect(page).toContain(`>${text}<`);
});

test('the page is in the words that were chosen, and says which language and direction they are', async () => {
  const words = { ...en, title: 'كل شيء عن {userName}', sum: 'المجموع {sum}' };
  const slip = { selections: [{ bet: 's7', stakeMinor: '250', payoutMinor: null }] };
  const page = await whole(pageOf(COVER, [partOf('slips', [slip])], { locale: 'ar', direction: 'rtl', words }));
  expect(page).toContain('<html lang="ar" dir="rtl">');
  expect(page).toContain('<h1>كل شيء عن &lt;b&gt;mira&lt;/b&gt;</h1>');
  expect(page).toContain('المجموع 7 2.50');
});

test('where there are no words in a language, the page is English and says so', async () => {
  const language = choosePageLanguage({ requested: 'xx', acceptLanguage: 'yy', house: 'zz' });
  const page = await whole(pageOf(COVER, [], language));
  expect(page).toContain('<html lang="en" dir="ltr">');
  expect(page).toContain(en.retention.title);
});

test('the JSON is one whole value however it comes in pieces, and none when it is broken off', async () => {
  const parts = () => [partOf('a', [{ n: '1' }, { n: '2' }], [{ n: '3' }]), partOf('b'), partOf('c', [{ n: null }])];
  const text = await whole(jsonOf(COVER, parts()));
  expect(JSON.parse(text)).toMatchObject({
    memberId: COVER.memberId,
    data: { a: [{ n: '1' }, { n: '2' }, { n: '3' }], b: [], c: [{ n: null }] },
    complete: true,
  });
  expect(() => JSON.parse(text.slice(0, -3))).toThrow();
});
