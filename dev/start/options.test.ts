import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

const LOCAL = { TERCET_BEACON: 'local' };
const REFUSED = '--movable-clock needs TERCET_BEACON=local and no DATABASE_URL: it is for tests alone';

test('the clock can be moved only where an argument asks for it, with the local beacon and the database that comes along', () => {
  expect(readOptions(LOCAL, []).movableClock).toBe(false);
  expect(readOptions(LOCAL, ['--movable-clock']).movableClock).toBe(true);
  for (const environment of [
    {},
    { TERCET_BEACON: 'auto' },
    { TERCET_BEACON: 'drand' },
    { ...LOCAL, DATABASE_URL: 'postgres://owner@db.example/club' },
  ]) {
    expect(() => readOptions(environment, ['--movable-clock'])).toThrow(REFUSED);
  }
});

test('no variable of the environment makes the clock movable', () => {
  const requested = { ...LOCAL, TERCET_MOVABLE_CLOCK: '1', MOVABLE_CLOCK: 'true', TERCET_CLOCK: 'movable' };
  expect(readOptions(requested, []).movableClock).toBe(false);
});
