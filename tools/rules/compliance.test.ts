import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const DOCUMENT = readFileSync(join(ROOT, 'docs/compliance.md'), 'utf8');
const STATES = ['met', 'operator', 'open'] as const;
const ROWS_MIN = 125;

interface Row {
  reference: string;
  requirement: string;
  state: string;
  how: string;
  /** Paths of the tests that it names. */
  tests: string[];
}

/** Rows of the page's tables, without heads. Throws for a row without exactly four cells. */
function readRows(document: string): Row[] {
  return document
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| reference ') && !line.startsWith('| --- '))
    .map((line) => {
      const cells = line.split('|').slice(1, -1);
      const [reference = '', requirement = '', state = '', how = ''] = cells.map((cell) => cell.trim());
      if (cells.length !== 4) throw new Error(`a row without four cells: ${line}`);
      const named = [...how.matchAll(/`([^` ]+)`/g)].map(([, code = '']) => code);
      return { reference, requirement, state, how, tests: named.filter((code) => /\.(test|spec)\.tsx?$/.test(code)) };
    });
}

const rows = readRows(DOCUMENT);

describe('the table of requirements', () => {
  it('has the whole list, each reference once, and no empty cell', () => {
    expect(rows.length).toBeGreaterThanOrEqual(ROWS_MIN);
    const references = rows.map(({ reference }) => reference);
    expect(references.filter((one, index) => references.indexOf(one) !== index)).toEqual([]);
    for (const row of rows) expect(Object.values(row), row.reference).not.toContain('');
  });

  it('gives one of three states for each row', () => {
    expect(rows.filter(({ state }) => !STATES.some((one) => one === state))).toEqual([]);
  });

  it('names tests that are there, at least one for each row that is met', () => {
    for (const { reference, state, tests } of rows) {
      if (state === 'met') expect(tests.length, reference).toBeGreaterThan(0);
      for (const path of tests) expect(existsSync(join(ROOT, path)), `${reference}: ${path}`).toBe(true);
    }
  });

  it('says in words what the operator does, and what is open', () => {
    for (const { reference, state, how } of rows) {
      if (state !== 'met') expect(how.replaceAll(/`[^`]+`/g, '').length, reference).toBeGreaterThan(10);
    }
  });

  it('counts its rows at the top, and says there that nobody qualified has reviewed it', () => {
    const [met, operator, open] = STATES.map((one) => rows.filter(({ state }) => state === one).length);
    const top = DOCUMENT.split('\n## ', 1)[0]?.replaceAll('\n', ' ') ?? '';
    expect(top).toContain(
      `Of ${rows.length} rows ${met} are met, ${operator} are the operator’s, and ${open} are open.`,
    );
    expect(top).toContain('Nobody qualified has reviewed this page.');
  });

  it('refuses a row with a cell too few', () => {
    expect(() => readRows('| GDPR Art. 99 | met | nothing |')).toThrow('four cells');
  });
});
