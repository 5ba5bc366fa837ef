import { describe, expect, test } from 'vitest';
import { LIES } from '../../../../dev/dishonest-club/index.ts';
import { EXPECTED } from './expected.ts';
import { describeLies } from './lies-suite.ts';

test('each lie has an assertion, and each assertion a lie', () => {
  expect(Object.keys(EXPECTED).sort()).toEqual(LIES.map(({ name }) => name).sort());
  expect(Object.entries(EXPECTED).filter(([, checks]) => Object.keys(checks).length === 0)).toEqual([]);
});

describe('every lie is found', () => describeLies(false));
