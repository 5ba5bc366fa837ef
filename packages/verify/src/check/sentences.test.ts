import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FINDINGS, GAPS } from './book-report.ts';
import { OWED_MISSING, OWED_REFUTED } from './owed-sentences.ts';
import { MISSING, missingSentence, REFUTED, refutedSentence } from './sentences.ts';

const FAIR = new URL('../../../fair/src/', import.meta.url);
const sources = readdirSync(FAIR)
  .filter((name) => /^(checks-\w+|case|place|window|log-keys|verify|fates)\.ts$/.test(name))
  .map((name) => readFileSync(new URL(name, FAIR), 'utf8'));
const CODE = /'([a-z]+(?:-[a-zA-Z]+)*)'/g;

function codesIn(text: string): string[] {
  return [...text.matchAll(CODE)].map(([, code]) => code ?? '');
}

/** First or named arguments of calls, up to the closing bracket. */
function codesOf(pattern: RegExp): Set<string> {
  return new Set(sources.flatMap((text) => [...text.matchAll(pattern)].flatMap(([found]) => codesIn(found))));
}

const refuted = codesOf(/\brefuted\([^)]*\)/g);
const open = codesOf(/\b(?:open|MissingPart)\([^)]*\)/g);
const needed = codesOf(/\bneed(?:List|Note|HouseTime)?\([^;]*?, '[a-z-]+'/g);
/** What a helper gives as a reason. */
const given = codesOf(/return '[a-z-]+'|reason: '[a-zA-Z-]+'|\? '[a-z-]+' : null|: '[a-z-]+';/g);
/** Names of steps and times beside the codes, and what only follows from another step. */
const NO_REASON = new Set(['void', 'draw', 'drawn', 'origin', 'table', 'ok', 'blocked', 'unknown']);

test('the codes were read from the checks themselves', () => {
  expect([...refuted]).toEqual(expect.arrayContaining(['fork', 'two-seals', 'not-in-book', 'peaks']));
  expect([...open]).toEqual(expect.arrayContaining(['not-sealed-yet', 'witness-silent', 'no-slips']));
  expect([...needed]).toEqual(expect.arrayContaining(['no-book', 'no-peaks', 'no-table-place']));
  expect([...given]).toEqual(expect.arrayContaining(['dice', 'seed', 'table-swapped', 'bad-notice', 'two-fates']));
});

test.each([...open, ...needed].filter((code) => code.includes('-')))('%s has words for what is missing', (code) => {
  expect(MISSING[code]).toBeTruthy();
  expect(missingSentence({ reason: code, from: 'house' })).toMatch(/^Missing: .*; the house should provide it\.$/);
});

test.each([...refuted, ...given].filter((code) => !NO_REASON.has(code)))('%s has words for what it means', (code) => {
  const words = REFUTED[code] ?? MISSING[code] ?? Object.keys(REFUTED).find((key) => key.endsWith(`-${code}`));
  expect(words).toBeTruthy();
});

test('a refuted step is explained in a sentence', () => {
  expect(refutedSentence('seal', 'count')).toBe('Refuted (seal): There are more or fewer bets than were sealed.');
  expect(refutedSentence('inclusion', 'count')).toContain('another number of bets');
});

test('each sentence is one', () => {
  for (const sentence of [...Object.values(REFUTED), ...Object.values(OWED_REFUTED)])
    expect(sentence).toMatch(/^[A-Z].*\.$/);
  for (const part of [...Object.values(MISSING), ...Object.values(OWED_MISSING), ...Object.values(FINDINGS)]) {
    expect(part).not.toMatch(/[.;]$/);
  }
  for (const { what } of Object.values(GAPS)) expect(what).not.toMatch(/[.;]$/);
});

test('of owed files every reason has words', () => {
  const types = ['owed-file', 'owed', 'sum-tree'].flatMap((name) => {
    const file = readFileSync(new URL(`${name}.ts`, FAIR), 'utf8');
    return [...file.matchAll(/export type (?:OwedReason|OwedSplitFault|OwedSplitsFault|SumFault) =([^;]*);/g)];
  });
  const reasons = types.flatMap(([, type]) => codesIn(type ?? '')).filter((code) => code !== 'blocked');
  expect(reasons.length).toBeGreaterThan(25);
  for (const reason of reasons) {
    const words = { ...OWED_MISSING, ...OWED_REFUTED } as Record<string, string>;
    expect([reason, words[reason]]).not.toContain(undefined);
  }
});
