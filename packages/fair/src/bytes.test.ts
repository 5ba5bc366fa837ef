import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  concat,
  equalBytes,
  fromBase64,
  fromHex,
  isHex,
  lp,
  toBase64,
  toHex,
  u16be,
  u32be,
  u64be,
  utf8,
} from './bytes.ts';

const bytes = fc.uint8Array({ maxLength: 300 });

describe('hex', () => {
  test('goes there and back', () => {
    fc.assert(fc.property(bytes, (given) => equalBytes(fromHex(toHex(given)), given)));
  });

  test.each(['0', '0G', 'AB', 'ab ', '0xab', 'ａｂ', 'ab\n'])('refuses %j', (text) => {
    expect(isHex(text)).toBe(false);
    expect(() => fromHex(text)).toThrow(TypeError);
  });

  test('refuses a length other than the requested one, and names it', () => {
    expect(() => fromHex('abcd', 1)).toThrow(new TypeError('expected lower-case hex of 1 bytes'));
    expect(() => fromHex('AB')).toThrow(new TypeError('expected lower-case hex'));
    expect(isHex('abcd', 3)).toBe(false);
    expect(isHex('abcd', 2)).toBe(true);
    expect(fromHex('abcd', 2)).toEqual(Uint8Array.of(0xab, 0xcd));
    expect(fromHex('', 0)).toEqual(new Uint8Array(0));
  });

  test.each([null, undefined, 5, ['ab'], {}])('%j is not hex', (value) => {
    expect(isHex(value)).toBe(false);
  });
});

describe('numbers', () => {
  test('are big-endian', () => {
    expect(toHex(u16be(0x1234))).toBe('1234');
    expect(toHex(u32be(0xfedcba98))).toBe('fedcba98');
    expect(toHex(u64be(2n ** 64n - 2n))).toBe('fffffffffffffffe');
    expect(toHex(u64be(Number.MAX_SAFE_INTEGER))).toBe('001fffffffffffff');
  });

  test.each([-1, 0x10000, 1.5, Number.NaN, 2n ** 16n, -1n])('u16be refuses %s', (value) => {
    expect(() => u16be(value)).toThrow(TypeError);
  });

  test('refuse what they cannot hold', () => {
    expect(() => u32be(2 ** 32)).toThrow(TypeError);
    expect(() => u64be(2n ** 64n)).toThrow(TypeError);
    expect(() => u64be(2 ** 53)).toThrow(TypeError);
  });
});

describe('lp', () => {
  test('puts the length first', () => {
    expect(toHex(lp('ab'))).toBe('00026162');
    expect(toHex(lp(new Uint8Array(0)))).toBe('0000');
    expect(toHex(lp('é'))).toBe('0002c3a9');
  });

  test('two different lists of parts never give the same bytes', () => {
    const lists = fc.array(fc.uint8Array({ maxLength: 4 }), { maxLength: 4 });
    fc.assert(
      fc.property(lists, lists, (a, b) => {
        const isSame = a.length === b.length && a.every((part, i) => equalBytes(part, b[i] ?? part));
        fc.pre(!isSame);
        expect(toHex(concat(...a.map(lp)))).not.toBe(toHex(concat(...b.map(lp))));
      }),
    );
  });

  test('refuses more than 65 535 bytes', () => {
    expect(lp(new Uint8Array(65_535))).toHaveLength(65_537);
    expect(() => lp(new Uint8Array(65_536))).toThrow(TypeError);
  });
});

test('utf8 refuses a lone surrogate, which would hash like another text', () => {
  expect(() => utf8('\ud800')).toThrow(TypeError);
  expect(() => utf8('a\udc00b')).toThrow(TypeError);
  expect(toHex(utf8('💠'))).toBe('f09f92a0');
});

test.each([5, null, undefined, ['a'], {}])('utf8 of %j, which is no text, is refused', (value) => {
  expect(() => utf8(value as string)).toThrow(TypeError);
});

test('equalBytes compares lengths and bytes', () => {
  expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true);
  expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
  expect(equalBytes(Uint8Array.of(1), Uint8Array.of(1, 0))).toBe(false);
});

describe('base64', () => {
  // RFC 4648 § 10
  const published = {
    '': '',
    f: 'Zg==',
    fo: 'Zm8=',
    foo: 'Zm9v',
    foob: 'Zm9vYg==',
    fooba: 'Zm9vYmE=',
    foobar: 'Zm9vYmFy',
  };

  test.each(Object.entries(published))('%j is %j', (text, encoded) => {
    expect(toBase64(utf8(text))).toBe(encoded);
    expect(fromBase64(encoded)).toEqual(utf8(text));
  });

  test('every byte at every place comes back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
        expect(fromBase64(toBase64(bytes))).toEqual(bytes);
      }),
    );
  });

  const refused = [
    'Zg',
    'Zg=',
    'Zg===',
    'Zg==Zg==',
    '=',
    '====',
    'Z===',
    'Zh==',
    'Zm9=',
    'Zm9v\n',
    ' Zm9v',
    'Zm 9',
    'Zm-_',
  ];
  test.each([...refused, 'Zm9\u0101', 'Zm9v=', 'Zm9v====', null, undefined, 4, ['Zm9v']])('%j is refused', (text) => {
    expect(fromBase64(text)).toBeNull();
  });
});
