import { describe, expect, test } from 'vitest';
import { functionOf, isAboutMoney } from './functions.ts';

function made(definition: string, schema = 'house', overloaded = false) {
  const row = { schema, name: 'f', parameters: 'a integer', signature: 'f(integer)', language: 'sql', definition };
  const own = functionOf({ ...row, overloaded });
  return { ...own, body: own.definition.slice(own.bodyStart, own.bodyEnd) };
}

const QUOTED = 'CREATE OR REPLACE FUNCTION house.f()\n LANGUAGE sql\nAS $function$ select 1 $function$\n';

describe('the body of a function', () => {
  test.each([
    ['as a string', QUOTED, ' select 1 '],
    [
      'as statements',
      'CREATE OR REPLACE FUNCTION house.f()\n LANGUAGE sql\nBEGIN ATOMIC\n SELECT 1;\nEND\n',
      '\n SELECT 1;\n',
    ],
    ['as an expression', 'CREATE OR REPLACE FUNCTION house.f()\n LANGUAGE sql\nRETURN (1 + 2)\n', '(1 + 2)'],
  ])('%s', (_, definition, body) => {
    expect(made(definition).body).toBe(body);
  });

  test('that is not found is reported', () => {
    expect(() => made('CREATE OR REPLACE FUNCTION house.f() LANGUAGE c')).toThrow('house.f');
  });
});

test('functions of one name are told apart by their parameters', () => {
  expect(made(QUOTED).name).toBe('house.f');
  expect(made(QUOTED, 'house', true).name).toBe('house.f(a integer)');
});

describe('about money', () => {
  test.each(['ledger', 'lottery', 'draw', 'payments'])('is all of %s', (schema) => {
    expect(isAboutMoney(made(QUOTED, schema))).toBe(true);
  });

  test('is what names the ledger, and nothing else', () => {
    expect(isAboutMoney(made(QUOTED))).toBe(false);
    expect(isAboutMoney(made(QUOTED.replace('1', '1 from ledger.transfer')))).toBe(true);
    expect(isAboutMoney(made(QUOTED.replace('1', '1 from ledgers')))).toBe(false);
  });
});
