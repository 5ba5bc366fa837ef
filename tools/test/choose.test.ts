import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atOnce, chooseSteps, UnknownName } from './choose.ts';
import { LONG_JOURNEYS, LONG_JOURNEYS_PATTERN, LONG_SERVER_TESTS, LONG_UNIT_TESTS } from './long.ts';
import { sampledTests } from './sampled-tests.ts';
import { ROOT } from './steps.ts';

function names(...requests: string[]): string[] {
  return chooseSteps(requests).map(({ name }) => name);
}

const CHECKS = ['lint', 'types', 'imports', 'dead-code', 'tidy', 'generated'];

test('all steps in their order where nothing is asked for', () => {
  expect(names()).toEqual([...CHECKS, 'unit', 'server', 'e2e']);
});

test('a step, a group, or several', () => {
  expect(names('unit')).toEqual(['unit']);
  expect(names('check')).toEqual(CHECKS);
  expect(names('e2e', 'tidy')).toEqual(['tidy', 'e2e']);
});

test('checks run two at a time, in their order, and tests alone', () => {
  const cut = (...requests: string[]) => atOnce(chooseSteps(requests)).map((some) => some.map(({ name }) => name));
  expect(cut()).toEqual([
    ['lint', 'types'],
    ['imports', 'dead-code'],
    ['tidy', 'generated'],
    ['unit'],
    ['server'],
    ['e2e'],
  ]);
  expect(cut('tidy', 'unit', 'server')).toEqual([['tidy'], ['unit'], ['server']]);
});

test('what is only run where it is asked for', () => {
  expect(names('abuse')).toEqual(['abuse']);
  expect(names('tests')).toEqual(['unit', 'server', 'e2e']);
  expect(names('abuse', 'fuzz')).toEqual(['abuse']);
  expect(names('long', 'looks')).toEqual(['long', 'looks']);
});

test('part of a file name runs the steps that have such a file, and no other file', () => {
  expect(names('scripts/lock')).toEqual(['unit']);
  expect(names('e2e', 'smoke')).toEqual(['e2e']);
  const [step] = chooseSteps(['unit', 'scripts/lock']);
  expect(step?.commands.flat()).toContain('scripts/lock');
});

test('without a name no long journey is walked; one that is named is, and so is a long file', () => {
  const [journeys] = chooseSteps(['e2e']);
  expect(journeys?.commands.flat().slice(-2)).toEqual(['--grep-invert', LONG_JOURNEYS_PATTERN]);
  const [named] = chooseSteps(['console-audit']);
  expect(named?.name).toBe('e2e');
  expect(named?.commands.flat()).not.toContain('--grep-invert');
  expect(names('operate/rolling-restart')).toEqual(['long']);
  expect(names('operate/request-ids')).toEqual(['server']);
  expect(names('processes')).toEqual(['unit', 'long']);
  expect(names('ledger/bank', 'payments/incoming/storm')).toEqual(['server', 'long']);
  expect(names('server', 'operate/rolling-restart')).toEqual(['long']);
  expect(names('payments', 'abuse/fuzz')).toContain('abuse');
});

test('what is called long is there', () => {
  for (const file of [...LONG_SERVER_TESTS, ...LONG_UNIT_TESTS]) expect(existsSync(join(ROOT, file)), file).toBe(true);
  for (const [file, title = ''] of LONG_JOURNEYS)
    expect(readFileSync(join(ROOT, 'tests/e2e', file), 'utf8'), file).toContain(title);
});

test('the files that import the sample are found, and no other', () => {
  const found = sampledTests();
  expect(found).toContain('packages/fair/src/omission.test.ts');
  expect(found).toContain('dev/start/start.test.ts');
  expect(found).toContain('apps/server/tests/http/cost.test.ts');
  expect(found).toContain('apps/server/src/statement/pdf/render.test.ts');
  expect(found).not.toContain('tools/mutation/sample.test.ts');
});

test('a name that nothing has is an error, not a success over nothing', () => {
  expect(() => names('no-such-thing')).toThrow(UnknownName);
  expect(() => names('unit', 'smoke.spec')).toThrow(UnknownName);
});
