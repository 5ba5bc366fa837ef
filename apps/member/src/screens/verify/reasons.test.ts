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

/** First arguments of all calls of a function, up to the comma or the closing bracket. */
function reasonsOf(call: string, text: string): string[] {
  return [...text.matchAll(new RegExp(`\\b${call}\\(([^,)]*)[,)]`, 'g'))].flatMap(([, first]) => namesIn(first ?? ''));
}

/** What a function that answers `string | null` returns as a reason: `shownInTime`, `faultOfWindow` and the like. */
function reasonsReturned(text: string): string[] {
  const functions = [...text.matchAll(/^(?:export )?function \w+\([^)]*\): string \| null \{$.*?^\}$/gms)];
  return functions.flatMap(([body]) =>
    [...body.matchAll(/return [^;]*/g)].flatMap(([returned]) => returnedIn(returned)),
  );
}

/** Of `a === '0' ? 'b' : null` only what may come out. */
function returnedIn(text: string): string[] {
  return namesIn(text.replace(/[^?:]*(===|!==)[^?:]*(?=\?)/g, ''));
}

const all = readdirSync(FAIR).filter((name) => !name.endsWith('.test.ts'));
const checks = all.filter((name) => /^checks-.*\.ts$|^case\.ts$|^evidence\.ts$|^verify\.ts$/.test(name));
const texts = checks.map(source);
const pinned = ['origin', 'receiptKey', 'chainHash'].map((name) => `other-${name}`);
const refuted = new Set([
  ...texts.flatMap((text) => reasonsOf('refuted', text)),
  ...texts.filter((text) => text.includes('): Outcome')).flatMap(reasonsReturned),
  ...pinned,
]);
const open = new Set([
  ...texts.flatMap((text) => reasonsOf('open', text)),
  ...texts.flatMap((text) =>
    [...text.matchAll(/ok: null, reason: ('[a-z-]+')/g)].flatMap(([, name]) => namesIn(name ?? '')),
  ),
]);

describe('what a step may find', () => {
  it('was read from the checks themselves', () => {
    expect([...refuted]).toEqual(expect.arrayContaining(['fork', 'two-seals', 'table-swapped', 'not-in-book', 'dice']));
    expect([...open]).toEqual(expect.arrayContaining(['no-witness', 'later-checkpoint', 'not-witnessed', 'void']));
    expect(refuted.size).toBeGreaterThan(45);
  });

  it.each([...refuted])('%s has a sentence that says what it means', (reason) => {
    const words = en.verify.breach as Record<string, string>;
    expect(words[reason]).toMatch(/\.$/);
  });

  it.each([...open])('%s has a sentence that says what is missing', (reason) => {
    const words = en.verify.open as Record<string, string>;
    expect(words[reason]).toMatch(/\.$/);
  });

  it('has no words for what no step finds', () => {
    const known = (name: string) =>
      refuted.has(name) || STEPS.some((step) => refuted.has(name.replace(`${step}-`, '')));
    // What refutes a step is told by whichever reading found it, also where it is only open otherwise.
    expect(Object.keys(en.verify.breach).filter((name) => !known(name) && !open.has(name))).toEqual([]);
    expect(Object.keys(en.verify.open).filter((name) => name !== 'other' && !open.has(name))).toEqual([]);
  });
});

describe('what the audit of a day may find', () => {
  const codes = namesIn(/export type FindingCode =([^;]*);/.exec(all.map(source).join(''))?.[1] ?? '');

  it('has a sentence each, and no others', () => {
    expect(codes.length).toBeGreaterThan(15);
    expect(Object.keys(en.verify.finding).sort()).toEqual([...codes].sort());
  });
});
