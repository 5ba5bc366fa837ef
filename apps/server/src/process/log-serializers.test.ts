import { describe, expect, test } from 'vitest';
import { LOG_SERIALIZERS } from './log-serializers.ts';

const SECRET = '4111111111111111';

/** An error as `pg` throws it. */
function databaseError(code: string, message: string): Error {
  return Object.assign(new Error(message), {
    code,
    detail: `Failing row contains (${SECRET}).`,
    where: `PL/pgSQL function f(${SECRET})`,
    table: 'payee',
    constraint: 'payee_kind_check',
  });
}

describe('an error in the log', () => {
  test('says what happened and where', () => {
    const written = LOG_SERIALIZERS.err(new TypeError('x is not a function', { cause: new Error('below') }));
    expect(written).toMatchObject({ type: 'TypeError', message: 'x is not a function', cause: { message: 'below' } });
    expect(written.stack).toContain('log-serializers.test.ts');
  });

  test('of the database says which table and rule, and not the row', () => {
    const written = LOG_SERIALIZERS.err(databaseError('23514', 'new row violates check constraint'));
    expect(written).toMatchObject({ code: '23514', table: 'payee', constraint: 'payee_kind_check' });
    expect(JSON.stringify(written)).not.toContain(SECRET);
  });

  test.each([
    ['a value that has no such type', databaseError('22P02', `invalid input syntax for type uuid: "${SECRET}"`)],
    ['a text that is no JSON', thrownBy(() => JSON.parse(`x${SECRET}`))],
    ['either, as the cause of another', new Error('failed', { cause: databaseError('22P02', `bad: "${SECRET}"`) })],
    ['something that is no error', { message: SECRET }],
  ])('does not repeat %s', (_, error) => {
    expect(JSON.stringify(error instanceof Error ? [error.message, String(error.cause)] : error)).toContain(SECRET);
    expect(JSON.stringify(LOG_SERIALIZERS.err(error))).not.toContain(SECRET);
  });
});

function thrownBy(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}
