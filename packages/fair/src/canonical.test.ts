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

  test('numbers are named', () => {
    expect(() => canonicalJson(1 as unknown as Canonical)).toThrow(new TypeError('a number has no canonical form'));
  });

  test.each<[name: string, wrap: (value: Canonical) => Canonical]>([
    ['arrays', (value) => [value]],
    ['objects', (value) => ({ a: value })],
    ['arrays in objects', (value) => ({ a: [value] })],
  ])('more than 16 levels of %s', (_, wrap) => {
    const levelsOfOne = canonicalJson(wrap('')).replace(/[^[{]/g, '').length;
    const nested = (levels: number) => {
      let value: Canonical = 'x';
      for (let level = 0; level < levels; level += levelsOfOne) value = wrap(value);
      return value;
    };
    expect(() => canonicalJson(nested(16))).not.toThrow();
    expect(() => canonicalJson(nested(18))).toThrow(new TypeError('nested too deeply'));
    expect(parseCanonical(canonicalJson(nested(16)))).toEqual(nested(16));
  });

  test('a loop', () => {
    const loop: Record<string, Canonical> = {};
    loop.self = loop;
    expect(() => canonicalJson(loop)).toThrow(TypeError);
  });
});

describe('parseCanonical refuses', () => {
  test.each([5, null, undefined, true, ['a'], {}])('%j, which is no text', (value) => {
    expect(() => parseCanonical(value as unknown as string)).toThrow(new TypeError('expected text'));
  });

  test.each(['', '{', '{"a":"b"', "{'a':'b'}", '{"a":"b",}', 'undefined', 'nul'])('%j, which is no JSON', (text) => {
    expect(() => parseCanonical(text)).toThrow(new TypeError('not JSON'));
  });

  test.each(['{"b":"c","a":"d"}', '{"a":"b","a":"c"}', '{"a":"\\u0062"}', '{"a":"b"}\n', '[ ]', '"\\/"'])(
    '%j, which is another text of its value',
    (text) => {
      expect(() => parseCanonical(text)).toThrow(new TypeError('not in canonical form'));
    },
  );
});
