import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, test } from 'vitest';
import { BETS, BETS_IN_BYTE_ORDER } from './bet-codes.ts';
import { concat, lp, toHex, u16be, u64be } from './bytes.ts';
import {
  commitmentOf,
  isOrigin,
  parseSlipLeafData,
  receiptMessage,
  type SlipLeaf,
  slipLeafData,
  verifyReceipt,
} from './receipt.ts';

const SALT = '07'.repeat(32);
const MAX = BigInt(Number.MAX_SAFE_INTEGER);
const leaf: SlipLeaf = {
  origin: 'example.org/tercet',
  drawId: 'dice-60/29743210',
  slipId: '00010203-0405-0607-0809-0a0b0c0d0e0f',
  commitment: commitmentOf('mira', SALT),
  tableHash: '3c'.repeat(32),
  round: 30596436,
  tLock: 1784592660,
  acceptedMs: 1784592655123,
  selections: [{ bet: 'big', stakeMinor: 1000n }],
};
const of = (change: object) => () => slipLeafData({ ...leaf, ...change });
const reads = (change: object) => expect(parseSlipLeafData(of(change)())).toEqual({ ...leaf, ...change });

describe('a leaf', () => {
  test('stakes up to 2^53 − 1 in all', () => {
    reads({ selections: [{ bet: 'big', stakeMinor: MAX }] });
    reads({
      selections: [
        { bet: 'big', stakeMinor: MAX - 1n },
        { bet: 'small', stakeMinor: 1n },
      ],
    });
    expect(of({ selections: [{ bet: 'big', stakeMinor: MAX + 1n }] })).toThrow(TypeError);
    const two = [MAX, 1n].map((stakeMinor, index) => ({ bet: index === 0 ? 'big' : 'small', stakeMinor }));
    expect(of({ selections: two })).toThrow(TypeError);
    for (const stakeMinor of [0n, -1n, 1, '1', null]) {
      expect(of({ selections: [{ bet: 'big', stakeMinor }] })).toThrow(TypeError);
    }
  });

  test('may name every bet once', () => {
    const all = BETS_IN_BYTE_ORDER.map((bet) => ({ bet, stakeMinor: 1n }));
    reads({ selections: all });
    expect(all.length).toBe(BETS.length);
    expect(of({ selections: [{ bet: 'none', stakeMinor: 1n }] })).toThrow(TypeError);
  });

  test('keeps numbers up to 2^53 − 1', () => {
    for (const field of ['round', 'tLock', 'acceptedMs']) {
      for (const good of [0, Number.MAX_SAFE_INTEGER]) reads({ [field]: good });
      for (const wrong of [-1, 0.5, 2 ** 53, Number.NaN, '1', 1n]) expect(of({ [field]: wrong })).toThrow();
    }
  });

  test('has a draw, an origin, hashes and an id as they should be', () => {
    for (const drawId of ['', 'dice-60', 'dice-60/01']) expect(of({ drawId })).toThrow(TypeError);
    for (const origin of ['', 'a b']) expect(of({ origin })).toThrow(TypeError);
    for (const hash of ['', 'zz', '3c'.repeat(31), '3C'.repeat(32)]) {
      expect(of({ commitment: hash })).toThrow(TypeError);
      expect(of({ tableHash: hash })).toThrow(TypeError);
    }
    for (const slipId of ['', `x${leaf.slipId}`, `${leaf.slipId}0`, leaf.slipId.replaceAll('-', '')])
      expect(of({ slipId })).toThrow(TypeError);
  });

  test('is read from its own tag and no other', () => {
    const bytes = slipLeafData(leaf);
    const tag = lp('tercet/v1/slip');
    expect(bytes.subarray(0, tag.length)).toEqual(tag);
    expect(parseSlipLeafData(concat(lp('tercet/v2/slip'), bytes.subarray(tag.length)))).toBeNull();
    const head = bytes.subarray(0, bytes.length - 2 - lp('big').length - 8);
    expect(parseSlipLeafData(concat(head, u16be(1), lp('big'), u64be(1000n)))).toEqual(leaf);
    expect(parseSlipLeafData(concat(head, u16be(1), lp('bog'), u64be(1000n)))).toBeNull();
    expect(parseSlipLeafData(concat(head, u16be(2), lp('big'), u64be(1000n)))).toBeNull();
    expect(parseSlipLeafData(concat(head, u16be(0)))).toBeNull();
  });
});

test.each([
  ['example.org/tercet', true],
  ['x'.repeat(255), true],
  ['!~', true],
  ['x'.repeat(256), false],
  ['', false],
  ['a b', false],
  ['a+b', false],
  ['a\n', false],
  ['\nab', false],
  ['é', false],
  [5, false],
  [null, false],
])('%j is an origin: %s', (value, is) => {
  expect(isOrigin(value)).toBe(is);
});

describe('a receipt', () => {
  const { secretKey, publicKey } = ed25519.keygen(new Uint8Array(32).fill(1));
  const data = slipLeafData(leaf);
  const claim = {
    leafData: toHex(data),
    signature: toHex(ed25519.sign(receiptMessage(data), secretKey)),
    publicKey: toHex(publicKey),
  };

  test('is made out to a name by its salt, both or neither', () => {
    expect(verifyReceipt({ ...claim, userName: 'mira', salt: SALT })).toBe(true);
    expect(verifyReceipt({ ...claim, userName: 'mira' })).toBe(false);
    expect(verifyReceipt({ ...claim, salt: SALT })).toBe(false);
    expect(verifyReceipt({ ...claim, userName: 'mira', salt: '08'.repeat(32) })).toBe(false);
    expect(verifyReceipt({ ...claim, userName: 'mira', salt: 'zz' })).toBe(false);
  });

  test('signs the tag of receipts, not the bare leaf', () => {
    expect(verifyReceipt({ ...claim, signature: toHex(ed25519.sign(data, secretKey)) })).toBe(false);
    expect(receiptMessage(data)).toEqual(concat(lp('tercet/v1/receipt'), data));
  });

  test('with a malformed part is refused without an exception', () => {
    for (const field of ['leafData', 'signature', 'publicKey'] as const) {
      for (const wrong of [
        null,
        undefined,
        '',
        'zz',
        5,
        claim[field].slice(2),
        claim[field].toUpperCase(),
        '00'.repeat(32),
      ])
        expect(verifyReceipt({ ...claim, [field]: wrong as never })).toBe(false);
    }
    expect(verifyReceipt(null as never)).toBe(false);
  });

  test('of an empty or foreign leaf is none, though it is signed', () => {
    for (const wrong of [new Uint8Array(0), Uint8Array.of(1, 2, 3)]) {
      const signature = toHex(ed25519.sign(receiptMessage(wrong), secretKey));
      expect(verifyReceipt({ leafData: toHex(wrong), signature, publicKey: claim.publicKey })).toBe(false);
    }
  });
});
