import { ed25519 } from '@noble/curves/ed25519.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BETS } from './bet-codes.ts';
import { equalBytes, toHex } from './bytes.ts';
import {
  commitmentOf,
  inByteOrder,
  parseSlipLeafData,
  receiptMessage,
  type SlipLeaf,
  slipLeafData,
  verifyReceipt,
} from './receipt.ts';

const hex32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toHex);
const safe = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const leaves: fc.Arbitrary<SlipLeaf> = fc.record({
  origin: fc.stringMatching(/^[!-*,-~]{1,255}$/),
  drawId: fc.tuple(fc.stringMatching(/^[a-z][a-z0-9-]{0,31}$/), safe).map(([key, period]) => `${key}/${period}`),
  slipId: fc.uuid(),
  commitment: hex32,
  tableHash: hex32,
  round: safe,
  tLock: safe,
  acceptedMs: safe,
  selections: fc
    .uniqueArray(fc.record({ bet: fc.constantFrom(...BETS), stakeMinor: fc.bigInt(1n, 2n ** 48n) }), {
      selector: ({ bet }) => bet,
      minLength: 1,
    })
    .map(inByteOrder),
});

const example: SlipLeaf = {
  origin: 'example.org/tercet',
  drawId: 'dice-60/29743210',
  slipId: '00010203-0405-0607-0809-0a0b0c0d0e0f',
  commitment: commitmentOf('mira', '07'.repeat(32)),
  tableHash: '3c009f99060d534e321620ab51262ef5354444aadeb3ddc5ac284294d28376b1',
  round: 30596436,
  tLock: 1784592660,
  acceptedMs: 1784592655123,
  selections: [
    { bet: 'big', stakeMinor: 1000n },
    { bet: 's11', stakeMinor: 250n },
  ],
};

describe('leaf data', () => {
  test('reads back as what it was made of', () => {
    fc.assert(
      fc.property(leaves, (leaf) => {
        expect(parseSlipLeafData(slipLeafData(leaf))).toEqual(leaf);
      }),
    );
  });

  test('a changed, missing or added byte is read as another slip or not at all', () => {
    const bytes = slipLeafData(example);
    for (let i = 0; i < bytes.length; i++) {
      const changed = bytes.slice();
      changed[i]! ^= 0x81;
      const read = parseSlipLeafData(changed);
      if (read !== null) expect(equalBytes(slipLeafData(read), changed)).toBe(true);
      expect(parseSlipLeafData(bytes.subarray(0, i))).toBeNull();
    }
    expect(parseSlipLeafData(Uint8Array.of(...bytes, 0))).toBeNull();
  });

  test('any bytes are answered, never thrown at', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(parseSlipLeafData(bytes)).toBeNull();
      }),
    );
    expect(parseSlipLeafData(null as unknown as Uint8Array)).toBeNull();
  });

  test('bytes within a larger buffer are read from their own start', () => {
    const bytes = slipLeafData(example);
    const larger = new Uint8Array(bytes.length + 20);
    larger.set(bytes, 7);
    expect(parseSlipLeafData(larger.subarray(7, 7 + bytes.length))).toEqual(example);
  });

  test.each([
    ['a code twice', { selections: [example.selections[0]!, example.selections[0]!] }],
    ['codes out of order', { selections: example.selections.toReversed() }],
    ['no selection', { selections: [] }],
    ['a stake of 0', { selections: [{ bet: 'big' as const, stakeMinor: 0n }] }],
    ['a slip id in upper case', { slipId: '00010203-0405-0607-0809-0A0B0C0D0E0F' }],
    ['a short commitment', { commitment: '00' }],
    ['a fraction of a millisecond', { acceptedMs: 1.5 }],
    ['a negative round', { round: -1 }],
  ])('is not written for %s', (_name, change) => {
    expect(() => slipLeafData({ ...example, ...change } as SlipLeaf)).toThrow(TypeError);
  });
});

describe('a receipt', () => {
  const { secretKey, publicKey } = ed25519.keygen(new Uint8Array(32).fill(1));
  const leafData = slipLeafData(example);
  const claim = {
    leafData: toHex(leafData),
    signature: toHex(ed25519.sign(receiptMessage(leafData), secretKey)),
    publicKey: toHex(publicKey),
  };

  test('holds as signed', () => {
    expect(verifyReceipt(claim)).toBe(true);
    expect(verifyReceipt({ ...claim, userName: 'mira', salt: '07'.repeat(32) })).toBe(true);
  });

  test('falls with any flipped bit', () => {
    for (const field of ['leafData', 'signature', 'publicKey'] as const) {
      for (let at = 0; at < claim[field].length; at += 5) {
        const digit = (Number.parseInt(claim[field].charAt(at), 16) ^ 1).toString(16);
        const changed = claim[field].slice(0, at) + digit + claim[field].slice(at + 1);
        expect(verifyReceipt({ ...claim, [field]: changed })).toBe(false);
      }
    }
  });

  test('falls with another name', () => {
    expect(verifyReceipt({ ...claim, userName: 'mirA', salt: '07'.repeat(32) })).toBe(false);
  });
});
