import { describe, expect, test } from 'vitest';
import { baseIn, filesSince, reachedBy } from './changed.ts';
import { allSteps } from './steps.ts';

const STEPS = allSteps([]).filter(({ group }) => group !== 'asked');
const CHECKS = ['lint', 'types', 'imports', 'dead-code', 'tidy', 'generated'];

/** What each test step runs: `all`, or the options that narrow it. Steps that do not run are absent. */
function reached(...files: string[]): Record<string, string | string[]> {
  const steps = reachedBy(STEPS, files, 'abc');
  expect(steps.filter(({ group }) => group === 'check').map(({ name }) => name)).toEqual(CHECKS);
  return Object.fromEntries(
    steps
      .filter(({ group }) => group === 'tests')
      .map(({ name, commands }) => {
        const whole = new Set(STEPS.find((step) => step.name === name)?.commands.flat());
        const more = commands.flat().filter((argument) => !whole.has(argument));
        return [name, more.length === 0 ? 'all' : more];
      }),
  );
}

const BY_IMPORTS = { unit: ['--changed=abc'], server: ['--changed=abc'] };

describe('what a change reaches', () => {
  test('documents and tests reach no journey', () => {
    expect(reached('README.md', 'apps/server/tests/draw/late-seal.test.ts')).toEqual(BY_IMPORTS);
  });

  test('one web app reaches the journeys through it', () => {
    expect(reached('apps/member/src/app/main.tsx')).toEqual({ ...BY_IMPORTS, e2e: ['--project=member'] });
    expect(reached('apps/console/src/app/main.tsx', 'README.md')).toEqual({
      ...BY_IMPORTS,
      e2e: ['--project=staff', '--project=figures'],
    });
  });

  test('a journey reaches itself, and is run whole', () => {
    expect(reached('tests/e2e/table/round.spec.ts')).toEqual({ ...BY_IMPORTS, e2e: ['table/round.spec.ts'] });
  });

  test('anything else reaches all journeys', () => {
    for (const file of [
      'apps/server/src/main.ts',
      'packages/fair/src/draw.ts',
      'tests/e2e/kit/club.ts',
      'dev/start.ts',
    ])
      expect(reached(file, 'apps/member/src/app/main.tsx').e2e).toBe('all');
  });

  test('what no import shows reaches every test', () => {
    for (const file of ['apps/server/schema/draw.sql', 'package-lock.json', 'vitest.config.ts'])
      expect(reached(file)).toEqual({ unit: 'all', server: 'all', e2e: 'all' });
  });

  test('no change reaches no journey', () => {
    expect(reached()).toEqual(BY_IMPORTS);
  });
});

test('the commit may be named', () => {
  expect(baseIn(['unit'])).toBeNull();
  expect(baseIn(['--changed=abc', 'unit'])).toBe('abc');
  expect(Array.isArray(filesSince('HEAD'))).toBe(true);
});
