import { expect, test } from 'vitest';
import { readText, rulesIn } from './rules.ts';

const WRITTEN = readText('rules.txt');
const SECTIONS = [...WRITTEN.matchAll(/^\[([a-z-]+)\]$/gm)].map(([, name]) => name ?? '');

test('the rules have sections', () => {
  expect(SECTIONS.length).toBeGreaterThan(10);
  expect(Object.keys(rulesIn(WRITTEN)).sort()).toEqual(SECTIONS.toSorted());
});

test.each(SECTIONS)('without the section %s, or with it empty or misspelt, the server does not start', (name) => {
  const [before = '', own = ''] = WRITTEN.split(`[${name}]`);
  const [, after = ''] = /\n(\[[\s\S]*)/.exec(own) ?? [];
  for (const text of [before + after, `${before}[${name}]\n${after}`, WRITTEN.replace(`[${name}]`, `[${name}x]`)]) {
    expect(() => rulesIn(text)).toThrow(/section|not defined/);
  }
});

test.each(['has x', 'NOT = a\nis {NOTHING}'])('a line such as %j is refused', (line) => {
  expect(() => rulesIn(`${WRITTEN}\n${line}`)).toThrow();
});
