import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const DOCUMENT = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
const STATES = ['held', 'partly', 'not held', 'of the operator', 'does not apply'];

/** OWASP ASVS 5.0.0: number of level 1 and 2 requirements in each section, numbered from 1. */
const SECTIONS: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1, '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4, '17.3': 2 },
};
const NUMBERS = Object.entries(SECTIONS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
);

interface Row {
  numbers: string[];
  state: string;
  shown: string;
}

/** The tables' rows by chapter. Other tables begin with a word. */
const ROWS: Row[] = DOCUMENT.split('\n')
  .map((line) => /^\| (\d+\.\d+\.\d+[^|]*) \| [^|]+ \| ([^|]+) \| [^|]+ \| (.+) \|$/.exec(line))
  .filter((match) => match !== null)
  .map(([, numbers = '', state = '', shown = '']) => ({ numbers: numbersOf(numbers), state, shown }));

/** `1.2.6, 1.2.7` or `10.1.1 to 10.7.3`. */
function numbersOf(text: string): string[] {
  const [from, to] = text.split(' to ');
  if (from === undefined || to === undefined) return text.split(', ');
  return NUMBERS.slice(NUMBERS.indexOf(from), NUMBERS.indexOf(to) + 1);
}

function fileOf(name: string): string | undefined {
  const places = [name, `apps/server/${name}.test.ts`, `apps/server/tests/${name}.test.ts`];
  return places.map((place) => join(ROOT, place)).find((place) => statSync(place, { throwIfNoEntry: false })?.isFile());
}

/** Faults of a row's evidence, which may list several: `file` title; `file` title. */
function faultsOf({ shown }: Row): string[] {
  return shown.split(/; (?=`)/).flatMap((one) => {
    const [, name = '', title = ''] = /^`([^`]+)` (.+)$/.exec(one) ?? [];
    const file = fileOf(name);
    if (file === undefined) return [`no file ${name}`];
    const text = readFileSync(file, 'utf8');
    // Words in comments or test data do not count as tests.
    const places = /\.(test|spec)\.tsx?$/.test(file) ? titlesOf(text) : [text];
    return places.some((place) => place.includes(title)) ? [] : [`${name} has no "${title}"`];
  });
}

/** Titles of a file's tests and groups. */
function titlesOf(text: string): string[] {
  const source = ts.createSourceFile('tests.ts', text, ts.ScriptTarget.Latest);
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    const title = ts.isCallExpression(node) && isOfTests(node.expression) ? node.arguments[0] : undefined;
    if (title && ts.isStringLiteralLike(title)) titles.push(title.text);
    if (title && ts.isTemplateExpression(title)) titles.push(title.getText(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

/** `test`, `describe.each(…)`, `test.skipIf(…).each(…)`. */
function isOfTests(called: ts.Expression): boolean {
  if (ts.isCallExpression(called) || ts.isPropertyAccessExpression(called)) return isOfTests(called.expression);
  return ts.isIdentifier(called) && ['test', 'describe', 'it'].includes(called.text);
}

describe('docs/security.md', () => {
  test('has each requirement of levels 1 and 2, once', () => {
    const named = ROWS.flatMap(({ numbers }) => numbers);
    expect(NUMBERS.filter((number) => !named.includes(number))).toEqual([]);
    expect(named.filter((number, index) => named.indexOf(number) !== index || !NUMBERS.includes(number))).toEqual([]);
    expect(NUMBERS).toHaveLength(253);
  });

  test('gives the state of each row', () => {
    expect(ROWS.filter(({ state }) => !STATES.includes(state))).toEqual([]);
  });

  test('names an existing test for each held row', () => {
    const held = ROWS.filter(({ state, shown }) => state === 'held' || shown !== '—');
    expect(held.flatMap(faultsOf)).toEqual([]);
  });

  test('lists first what is not held, or in part', () => {
    const first = DOCUMENT.slice(DOCUMENT.indexOf('Read this first:'), DOCUMENT.indexOf('## What the requirements'));
    const lacking = ROWS.filter(({ state }) => state === 'not held' || state === 'partly');
    expect(lacking.filter(({ numbers }) => !first.includes(`**${numbers.join(', ')}**`))).toEqual([]);
  });
});

test('a title counts where it is one', () => {
  const text =
    "test.each(['a'])('lists: %s', () => ask('forty'));\ndescribe.skipIf(a)(`of ${b}`, () => {}); // test('c')";
  expect(titlesOf(text)).toEqual(['lists: %s', '`of ${b}`']);
});

test('docs/threat-model.md names tests and packages that are there', () => {
  const text = readFileSync(join(ROOT, 'docs/threat-model.md'), 'utf8');
  const names = [...text.matchAll(/`([a-z-]+\/[a-z-]*)`/g)].map(([, name = '']) => name);
  const isThere = (name: string) =>
    fileOf(name) !== undefined ||
    [name, `apps/server/tests/${name}`].some((place) => statSync(join(ROOT, place), { throwIfNoEntry: false }));
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !isThere(name))).toEqual([]);
});
