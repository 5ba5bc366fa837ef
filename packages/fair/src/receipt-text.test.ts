import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BETS } from './bet-codes.ts';
import { concat, lp, toHex, utf8 } from './bytes.ts';
import type { Receipt } from './proof.ts';
import { inByteOrder, slipLeafData } from './receipt.ts';
import { formatReceiptText, parseReceiptText } from './receipt-text.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const hexOf = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes }).map(toHex);
const receipts: fc.Arbitrary<Receipt> = fc.record({
  leafData: fc.uniqueArray(fc.constantFrom(...BETS), { minLength: 1 }).map(leafDataWith),
  signature: hexOf(64),
  publicKey: hexOf(32),
  userName: fc.string({ maxLength: 24, unit: 'grapheme' }),
  salt: hexOf(32),
});

const example: Receipt = {
  leafData: leafDataWith(['big', 's11']),
  signature: '0a'.repeat(64),
  publicKey: '0b'.repeat(32),
  userName: 'mira',
  salt: '07'.repeat(32),
};
const text = formatReceiptText(example);

function leafDataWith(bets: (typeof BETS)[number][]): string {
  return toHex(
    slipLeafData({
      origin: 'example.org/tercet',
      drawId: 'dice-60/29743210',
      slipId: '00010203-0405-0607-0809-0a0b0c0d0e0f',
      commitment: '9fb81df8e609e2e281622a8590f7566aba651c11f35ff016a7e7a12199ce6be5',
      tableHash: '3c009f99060d534e321620ab51262ef5354444aadeb3ddc5ac284294d28376b1',
      round: 30596436,
      tLock: 1784592660,
      acceptedMs: 1784592655123,
      selections: inByteOrder(bets.map((bet) => ({ bet, stakeMinor: 250n }))),
    }),
  );
}

/** A text with a correct checksum over any bytes, as a forger could make it. */
function textOver(bytes: Uint8Array): string {
  let crc = 0xffffffff;
  for (const byte of concat(utf8('tercet:1:'), bytes)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  const sum = new Uint8Array(4);
  new DataView(sum.buffer).setUint32(0, ~crc >>> 0);
  return `tercet:1:${Buffer.from(concat(bytes, sum)).toString('base64url')}`;
}

const bodyWith = (leafData: Uint8Array, userName: Uint8Array, more = new Uint8Array()) =>
  concat(lp(leafData), new Uint8Array(64), new Uint8Array(32), lp(userName), new Uint8Array(32), more);

describe('a receipt as text', () => {
  test('comes back as it went', () => {
    fc.assert(
      fc.property(receipts, (receipt) => {
        expect(parseReceiptText(formatReceiptText(receipt))).toMatchObject({ problem: null, receipt });
      }),
    );
  });

  test('tells the draw that it is for', () => {
    expect(parseReceiptText(text).leaf?.drawId).toBe('dice-60/29743210');
  });

  test('survives what messages do to a long line', () => {
    const broken = ` \n${text.replace(/(.{40})/g, '$1\r\n')}\u00a0\t`;
    expect(parseReceiptText(broken)).toMatchObject({ problem: null, receipt: example });
  });

  test('every single changed character is noticed', () => {
    for (let at = 'tercet:1:'.length; at < text.length; at++) {
      for (const other of ALPHABET) {
        if (other === text[at]) continue;
        const changed = text.slice(0, at) + other + text.slice(at + 1);
        expect(parseReceiptText(changed).problem, changed).toBe('damaged');
      }
    }
  });

  test('every missing, doubled or swapped character is noticed', () => {
    for (let at = 'tercet:1:'.length; at < text.length; at++) {
      const [before, here, after] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)];
      expect(parseReceiptText(before + after).problem).toBe('damaged');
      expect(parseReceiptText(before + here + here + after).problem).toBe('damaged');
      expect(parseReceiptText(before).problem).toBe('damaged');
      if (after !== '' && after.charAt(0) !== here) {
        expect(parseReceiptText(before + after.charAt(0) + here + after.slice(1)).problem).toBe('damaged');
      }
    }
  });

  test('another character set, padding and text behind it are damage', () => {
    for (const other of [`${text}=`, `${text}A`, `${text}.`, text.toUpperCase().replace('TERCET', 'tercet')]) {
      expect(parseReceiptText(other).problem).toBe('damaged');
    }
  });

  test.each([
    ['tercet:2:AAAA', 'newer'],
    ['tercet:0:AAAA', 'damaged'],
    ['tercet:01:AAAA', 'damaged'],
    ['tercet:1:', 'damaged'],
    ['tercet:1:AAA', 'damaged'],
    ['tercet:', 'other'],
    ['', 'other'],
    ['dice-60/29743210', 'other'],
    [`x${text}`, 'other'],
    ['A'.repeat(1_000_000), 'other'],
    [`tercet:1:${'A'.repeat(5000)}`, 'other'],
    [null, 'other'],
    [17, 'other'],
  ])('%.40s is %s', (given, problem) => {
    expect(parseReceiptText(given).problem).toBe(problem);
  });

  test.each([
    ['nothing', new Uint8Array()],
    ['a length beyond the end', Uint8Array.of(0xff, 0xff, 1, 2, 3)],
    ['leaf data that is none', bodyWith(new Uint8Array(100), utf8('mira'))],
    ['a name that is no text', bodyWith(Buffer.from(example.leafData, 'hex'), Uint8Array.of(0xc3, 0x28))],
    ['a byte too many', bodyWith(Buffer.from(example.leafData, 'hex'), utf8('mira'), Uint8Array.of(0))],
    ['a byte too few', bodyWith(Buffer.from(example.leafData, 'hex'), utf8('mira')).subarray(0, -1)],
  ])('whole, but with %s inside, is no receipt', (_name, bytes) => {
    expect(parseReceiptText(textOver(bytes)).problem).toBe('malformed');
  });

  test('any text is answered, never thrown at', () => {
    fc.assert(fc.property(fc.string(), (any) => parseReceiptText(`tercet:1:${any}`).problem !== null));
  });

  test('is not made of half a receipt', () => {
    expect(() => formatReceiptText({ ...example, signature: '00' })).toThrow(TypeError);
    expect(() => formatReceiptText({ ...example, salt: 'zz' })).toThrow(TypeError);
  });
});
