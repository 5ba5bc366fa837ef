import { expect, test } from 'vitest';
import { chooseSteps, UnknownName } from './choose.ts';

function names(...asked: string[]): string[] {
  return chooseSteps(asked).map(({ name }) => name);
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

test('what is only run where it is asked for', () => {
  expect(names('abuse')).toEqual(['abuse']);
  expect(names('tests')).toEqual(['unit', 'server', 'e2e']);
  expect(names('abuse', 'fuzz')).toEqual(['abuse']);
});

test('part of a file name runs the steps that have such a file, and no other file', () => {
  expect(names('scripts/lock')).toEqual(['unit']);
  expect(names('e2e', 'smoke')).toEqual(['e2e']);
  const [step] = chooseSteps(['unit', 'scripts/lock']);
  expect(step?.commands.flat()).toContain('scripts/lock');
});

test('a name that nothing has is an error, not a success over nothing', () => {
  expect(() => names('no-such-thing')).toThrow(UnknownName);
  expect(() => names('unit', 'smoke.spec')).toThrow(UnknownName);
});
