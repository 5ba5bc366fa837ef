import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };

const FAIR = new URL('../../../../../packages/fair/src/', import.meta.url);
const STEPS = Object.keys(en.verify.step);
const NAME = /'([a-z][a-zA-Z]*(?:-[a-zA-Z]+)*)'/g;

function source(name: string): string {
  return readFileSync(new URL(name, FAIR), 'utf8');
}

function namesIn(text: string): string[] {
  return [...text.matchAll(NAME)].map(([, name]) => name ?? '');
}

/** First arguments of all calls of a function. */
function firstArguments(call: string, text: string): string[] {
  return [...text.matchAll(new RegExp(`\\b${call}\\(([^,)]*)[,)]`, 'g'))].flatMap(([, first]) =>
    returnedIn(first ?? ''),
  );
}

/** Reasons returned by functions of type `string | null`, such as `faultOfWindow`. */
function reasonsReturned(text: string): string[] {
  const functions = [...text.matchAll(/^(?:export )?function \w+\([^)]*\): string \| null \{$.*?^\}$/gms)];
  return functions.flatMap(([body]) =>
    [...body.matchAll(/return [^;]*/g)].flatMap(([returned]) => returnedIn(returned)),
  );
}

/**
 * Names that an expression can evaluate to: of `a === '0' ? 'b' : null` only `b`. Omits names of missing evidence
 * (`no-…`), which are arguments of `need`.
 */
function returnedIn(text: string): string[] {
  return namesIn(text.replace(/[^?:]*(===|!==)[^?:]*(?=\?)/g, '')).filter((name) => !name.startsWith('no-'));
}

const all = readdirSync(FAIR).filter((name) => !name.endsWith('.test.ts'));
const READ = /^checks-.*\.ts$|^(case|fates|log-keys|place|verify|window)\.ts$/;
const texts = all.filter((name) => READ.test(name)).map(source);
const joined = texts.join('\n');

const refuted = new Set([
  ...texts.flatMap((text) => firstArguments('refuted', text)),
  ...texts.filter((text) => text.includes('): Outcome') || text.includes('faultOf')).flatMap(reasonsReturned),
  ...[...joined.matchAll(/keys: null, reason: ('[^']+')/g)].flatMap(([, name]) => namesIn(name ?? '')),
  // Reasons that are open at first, and refuted once every witness has answered.
  ...[...joined.matchAll(/reason === ('[^']+')[^;]*refuted\(reason/g)].flatMap(([, name]) => namesIn(name ?? '')),
  ...namesIn(/export type ClaimConflict =([^;]*);/.exec(joined)?.[1] ?? ''),
  ...['origin', 'receiptKey', 'chainHash', 'logKey'].map((name) => `other-${name}`),
]);
const open = new Set([
  // Names of missing evidence always start with this prefix.
  ...namesIn(joined).filter((name) => name.startsWith('no-')),
  ...['draw', 'void'].map((what) => `no-${what}-place`),
  ...texts.flatMap((text) => firstArguments('open', text)),
  ...['no-witnesses', 'few-witnesses'],
  ...[...joined.matchAll(/state: 'open', reason: ('[^']+')/g)].flatMap(([, name]) => namesIn(name ?? '')),
]);

/** A sentence, or a part of one. */
function openWords(reason: string): string | undefined {
  return ({ ...en.verify.open, ...en.verify.part, ...en.verify.gap } as Record<string, string>)[reason];
}

describe('the findings of a step', () => {
  it('are read from the checks themselves', () => {
    expect([...refuted]).toEqual(
      expect.arrayContaining(['fork', 'two-seals', 'table-swapped', 'not-in-book', 'dice', 'two-fates', 'bad-notice']),
    );
    expect([...open]).toEqual(
      expect.arrayContaining(['not-pinned', 'blocked', 'later-entries', 'not-witnessed', 'witness-silent', 'no-path']),
    );
    expect(refuted.size).toBeGreaterThan(50);
    expect(open.size).toBeGreaterThan(30);
  });

  it.each([...refuted])('%s has a sentence about its meaning', (reason) => {
    const words = en.verify.breach as Record<string, string>;
    expect(words[reason]).toMatch(/\.$/);
  });

  it.each([...open])('%s has a text for what is missing, in one place', (reason) => {
    expect(openWords(reason)).toBeTruthy();
    expect(reason in en.verify.open && reason in en.verify.part).toBe(false);
  });

  it('have no text that no step uses', () => {
    const known = (name: string) =>
      refuted.has(name) || STEPS.some((step) => refuted.has(name.replace(`${step}-`, '')));
    expect(Object.keys(en.verify.breach).filter((name) => !known(name))).toEqual([]);
    const named = [...Object.keys(en.verify.open), ...Object.keys(en.verify.part)];
    expect(named.filter((name) => name !== 'other' && !open.has(name))).toEqual([]);
  });
});

/** Members of a union type of the core. */
function union(type: string): string[] {
  const found = new RegExp(`export type ${type} =([^;]*);`).exec(all.map(source).join('\n'))?.[1] ?? '';
  return namesIn(found);
}

describe('every code of the core', () => {
  it('for a verdict has a title and a text', () => {
    const verdicts = union('Verdict');
    expect(verdicts).toHaveLength(8);
    const words = en.verify.verdict as Record<string, { title: string; text: string }>;
    for (const verdict of verdicts) expect(words[verdict]?.title && words[verdict]?.text).toBeTruthy();
  });

  it('for a gap in the time has a sentence', () => {
    expect(Object.keys(en.verify.gap).sort()).toEqual(union('TimeGap').sort());
  });

  it('for a finding of the audit of a day has a sentence each, and no others', () => {
    const codes = union('FindingCode');
    expect(codes.length).toBeGreaterThan(15);
    expect(Object.keys(en.verify.finding).sort()).toEqual(codes.sort());
  });

  it('for a gap of that audit has a text', () => {
    const gaps = union('AuditGap');
    expect(gaps.length).toBeGreaterThan(3);
    for (const gap of gaps) expect(openWords(gap)).toBeTruthy();
  });

  it('for a state of a step has a text', () => {
    expect(Object.keys(en.verify.outcome).sort()).toEqual(union('StepState').sort());
  });
});
