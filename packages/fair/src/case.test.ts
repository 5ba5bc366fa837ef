import { describe, expect, test } from 'vitest';
import { logged } from '../tests/bend-slip.ts';
import {
  blocked,
  type Case,
  holds,
  isAbsent,
  MissingPart,
  need,
  needList,
  open,
  outcomeOf,
  readEntry,
  refuted,
} from './case.ts';

const CASE = {} as Case;

describe('a part', () => {
  test.each([undefined, null, '', {}])('%j is missing', (value) => {
    expect(isAbsent(value)).toBe(true);
    expect(() => need(value, 'no-part', 7)).toThrow(new MissingPart('no-part', 7));
  });

  test.each([0, false, Number.NaN, 'x', [], [null], { a: undefined }])('%j is there', (value) => {
    expect(isAbsent(value)).toBe(false);
    expect(need(value, 'no-part')).toBe(value);
  });

  test('that is a list may be empty, and is nothing else', () => {
    expect(needList([], 'no-list')).toEqual([]);
    expect(needList(['a'], 'no-list')).toEqual(['a']);
    for (const missing of [undefined, null]) expect(() => needList(missing, 'no-list')).toThrow(MissingPart);
    for (const wrong of ['', 'ab', 5, {}, { length: 0 }])
      expect(() => needList(wrong as never, 'no-list')).toThrow(TypeError);
  });
});

describe('an outcome', () => {
  test('states its verdict, the reason, and the computed values', () => {
    expect(holds({ a: '1' })).toEqual({ state: 'ok', reason: null, values: { a: '1' } });
    expect(refuted('why', { a: '1' })).toEqual({ state: 'refuted', reason: 'why', values: { a: '1' } });
    expect(refuted('why')).toEqual({ state: 'refuted', reason: 'why', values: {} });
    expect(open('why', { a: '1' }, 7)).toEqual({ state: 'open', reason: 'why', values: { a: '1' }, dueMs: 7 });
    expect(open('why')).toStrictEqual({ state: 'open', reason: 'why', values: {} });
    expect(blocked('seal', { a: '1' })).toEqual({ state: 'open', reason: 'blocked', values: { a: '1', by: 'seal' } });
  });

  test('is open where a part is missing, until it is due, and refuted where a part has the wrong shape', () => {
    const throwing = (error: Error) => outcomeOf(() => raise(error), CASE);
    expect(throwing(new MissingPart('no-part', 7))).toEqual({
      ...{ state: 'open', reason: 'no-part', values: {} },
      dueMs: 7,
    });
    expect(throwing(new MissingPart('no-part'))).toStrictEqual({ state: 'open', reason: 'no-part', values: {} });
    expect(throwing(new TypeError('x'))).toEqual({ state: 'refuted', reason: 'malformed', values: {} });
    expect(outcomeOf(() => holds({}), CASE)).toEqual(holds({}));
  });
});

function raise(error: Error): never {
  throw error;
}

describe('an entry', () => {
  const entry = logged({ type: 'switch', what: 'table/dice-30', state: 'off', reason: 'void-rate', from: '1' });

  test('is read where type and hash are those of its body', () => {
    expect(readEntry('switch', entry, 'no-entry')).toMatchObject({ type: 'switch', what: 'table/dice-30' });
    expect(readEntry('switch', { ...entry, hash: '00'.repeat(32) }, 'no-entry')).toBeNull();
    expect(readEntry('switch', { ...entry, type: 'seal' }, 'no-entry')).toBeNull();
    expect(readEntry('seal', entry, 'no-entry')).toBeNull();
    // Type and hash are as the caller expects, but the body belongs to another entry.
    expect(() => readEntry('seal', { ...entry, type: 'seal' }, 'no-entry')).toThrow(TypeError);
  });

  test.each(['body', 'hash', 'type'] as const)('without its %s is missing', (field) => {
    expect(() => readEntry('switch', { ...entry, [field]: '' }, 'no-entry')).toThrow(MissingPart);
  });
});
