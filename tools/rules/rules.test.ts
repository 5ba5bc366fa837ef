import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRules } from './document.ts';
import { isBroken, lineOf } from './judge.ts';

const ROOT = join(import.meta.dirname, '../..');
const DOCUMENT = readFileSync(join(ROOT, 'docs/house-rules.md'), 'utf8');

describe('the document of the house rules', () => {
  it('gives all twelve, each with its tests or with what is missing', () => {
    expect(readRules(DOCUMENT)).toHaveLength(12);
    expect(() => readRules(DOCUMENT.replace('## 7. ', '## 8. '))).toThrow('numbered');
  });

  it('names tests that are there', () => {
    for (const { file, title } of readRules(DOCUMENT).flatMap((rule) => rule.tests)) {
      expect(existsSync(join(ROOT, file)), file).toBe(true);
      expect(withoutBackslashes(readFileSync(join(ROOT, file), 'utf8')), file).toContain(title);
    }
  });
});

describe('the verdict on a rule', () => {
  const test = { file: 'a.test.ts', title: 'one' };
  const rule = { number: 3, title: 'Every cent', tests: [test], missing: null };

  it('is held when its tests passed', () => {
    const outcomes = new Map([['a.test.ts › one', 'passed' as const]]);
    expect(lineOf(rule, outcomes)).toBe('rule 3: held (1 test): Every cent');
    expect(lineOf({ ...rule, missing: 'witnesses.' }, outcomes)).toBe(
      'rule 3: held as far as it is built (1 test); not built yet: witnesses.',
    );
    expect(lineOf({ ...rule, tests: [], missing: 'payouts.' }, outcomes)).toBe('rule 3: not built yet: payouts.');
  });

  it('is broken when a test failed or is gone', () => {
    expect(lineOf(rule, new Map([['a.test.ts › one', 'failed' as const]]))).toBe(
      'rule 3: broken: a.test.ts › one (failed)',
    );
    expect(isBroken({ ...rule, missing: 'witnesses.' }, new Map())).toBe(true);
  });
});

/** A title may be written with quotes that its string has to escape. */
function withoutBackslashes(source: string): string {
  return source.replaceAll('\\', '');
}
