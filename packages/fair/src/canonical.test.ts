import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Canonical, canonicalJson, parseCanonical } from './canonical.ts';

const ascii = fc.string({ unit: 'binary-ascii' });
const { value: values } = fc.letrec<{ value: Canonical }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    ascii,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value')),
    fc.dictionary(ascii, tie('value'), { noNullPrototype: true }),
  ),
}));

test('every value has one text, and reads back from it', () => {
  fc.assert(
    fc.property(values, (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(value);
      expect(canonicalJson(parseCanonical(text))).toBe(text);
    }),
  );
});

test('the order in which fields were set does not show', () => {
  fc.assert(
    fc.property(fc.dictionary(ascii, ascii, { noNullPrototype: true }), (value) => {
      const turned = Object.fromEntries(Object.entries(value).reverse());
      expect(canonicalJson(turned)).toBe(canonicalJson(value));
    }),
  );
});

test('a space, anywhere, is refused', () => {
  const text = '{"a":["b",null],"c":{"d":true}}';
  expect(canonicalJson(parseCanonical(text))).toBe(text);
  for (let at = 0; at <= text.length; at++) {
    const spaced = `${text.slice(0, at)} ${text.slice(at)}`;
    let read: Canonical | undefined;
    try {
      read = parseCanonical(spaced);
    } catch {
      continue;
    }
    expect(canonicalJson(read)).toBe(spaced);
  }
});

describe('what has no canonical form', () => {
  test.each([1, 1n, undefined, Number.NaN, () => 1, Symbol('x'), 'é', { é: 'x' }, { a: undefined }, [1], [undefined]])(
    '%s',
    (value) => {
      expect(() => canonicalJson(value as Canonical)).toThrow(TypeError);
    },
  );

  test('a loop', () => {
    const loop: Record<string, Canonical> = {};
    loop.self = loop;
    expect(() => canonicalJson(loop)).toThrow(TypeError);
  });
});
