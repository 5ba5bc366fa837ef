import { describe, expect, test } from 'vitest';
import { makeDictionary } from './dictionary.ts';

// Words turned round stand for another language: what a page would show is then plain to see.

const ENGLISH = {
  available: 'Available',
  credits: 'credits',
  small: 'Small',
  remove: 'Remove {bet}',
  review: '{count, plural, one {Review # bet} other {Review # bets}}',
  asked: 'You asked for {value}. You can confirm it from {time} on.',
  paid: '{amount} paid out.',
  lost: 'You lost nothing. It is all there.',
  of: 'Withdrawal of {amount}',
  seen: 'Withdrawal of {amount} submitted. A person looks at it.',
};
const OTHER = {
  available: 'elbaliava',
  credits: 'stiderc',
  small: 'llams',
  remove: '{bet}: evomer',
  review: '{count, plural, other {weiver (#)}}',
  asked: 'From {time} on: deksa {value}.',
  paid: 'tuo diap: {amount}',
  lost: 'gnihton tsol.',
  of: 'lawardhtiw / {amount}',
  seen: '{amount}: nees.',
};

const { sayText, sayPattern } = makeDictionary([
  { english: new Map(Object.entries(ENGLISH)), other: new Map(Object.entries(OTHER)) },
]);

/** Whether what is looked for on an English page finds this on the other. */
const finds = (asked: string, shown: string, whole = false) =>
  new RegExp(whole ? `^\\s*${sayText(asked, { whole })}\\s*$` : sayText(asked, { whole }), 'iu').test(shown);

describe('what is looked for', () => {
  test.each([
    ['a message', 'Available', 'elbaliava'],
    ['one with a value that is a message', 'Remove Small', 'llams: evomer'],
    ['one with a value that is none', 'Remove Mira', 'Mira: evomer'],
    ['a plural', 'Review 2 bets', 'weiver (2)'],
    ['several in a row, with a number', 'Available 9,996.50 credits', 'elbaliava 9,996.50 stiderc'],
    ['words within a message', 'It is all there', 'gnihton tsol.'],
    ['a stretch of a message', '8.00 credits. You can confirm it from', 'From 12:00 on: deksa 8.00 stiderc.'],
    ['the message that says most of it', 'Withdrawal of 5 credits submitted. A person', '5 stiderc: nees.'],
    ['a number alone', '12.50', '12.50'],
    ['a value with marks of direction', 'Remove Small', '\u2068llams\u2069: evomer'],
  ])('%s', (_, asked, shown) => expect(finds(asked, shown)).toBe(true));

  test.each([
    ['another message', 'Available', 'stiderc'],
    ['another number', 'Available 9,996.50 credits', 'elbaliava 9,996.40 stiderc'],
    ['another value', 'Remove Small', 'gib: evomer'],
    ['the English', 'It is all there', 'You lost nothing. It is all there.'],
  ])('does not find %s', (_, asked, shown) => expect(finds(asked, shown)).toBe(false));

  test('is found whole where it is asked for whole', () => {
    expect(finds('Small', 'llams', true)).toBe(true);
    expect(finds('Small', 'llams and more', true)).toBe(false);
  });
});

describe('a pattern', () => {
  test.each([
    [/^Review \d+ bets$/, 'weiver (3)'],
    [/\w{2,}.*\./, 'Үүнийг бөглөнө үү.'],
    [/^Available\s*10,000\.00/, 'elbaliava 10,000.00'],
    [/^\d+$/, '12'],
  ])('%s', (pattern, shown) => expect(sayPattern(pattern).test(shown)).toBe(true));

  test('finds nothing else', () => {
    expect(sayPattern(/^Review \d+ bets$/).test('stiderc')).toBe(false);
    expect(sayPattern(/^Available\s*10,000\.00/).test('Available 10,000.00')).toBe(false);
  });
});
