import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import vectors from '../vectors/beacon.json' with { type: 'json' };
import {
  type Chain,
  QUICKNET,
  QUICKNET_RELAYS,
  type SignedRound,
  verifyBeaconRound,
  verifyBeaconRounds,
} from './beacon.ts';
import { fromHex, toHex } from './bytes.ts';

const good: SignedRound[] = vectors.signatures
  .filter(({ chain, valid }) => chain === 'quicknet' && valid)
  .map(({ round, signature }) => ({ round: Number(round), signature: String(signature) }));
const [first, second] = good as [SignedRound, SignedRound];

test('the public beacon is queried at several relays, of one scheme', () => {
  expect(new Set(QUICKNET_RELAYS.map((relay) => new URL(relay).origin))).toEqual(new Set(QUICKNET_RELAYS));
  expect(QUICKNET_RELAYS.filter((relay) => relay.startsWith('https://')).length).toBeGreaterThan(2);
  expect(QUICKNET_RELAYS.every((relay) => relay.startsWith('https://'))).toBe(true);
});

describe('one round', () => {
  test('any flipped bit is noticed', () => {
    for (let bit = 0; bit < 384; bit += 7) {
      const bytes = fromHex(first.signature);
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      expect(verifyBeaconRound(QUICKNET, first.round, toHex(bytes))).toBe(false);
    }
  });

  test('whatever is given, it answers and never throws', () => {
    const anything = fc.anything({ withBigInt: true, withNullPrototype: true, withTypedArray: true });
    fc.assert(
      fc.property(anything, anything, anything, (chain, round, signature) => {
        expect(verifyBeaconRound(chain as Chain, round as number, signature as string)).toBe(false);
        expect(verifyBeaconRound(QUICKNET, round as number, signature as string)).toBe(false);
        expect(verifyBeaconRounds(chain as Chain, [first, round as SignedRound])).toEqual([false, false]);
        expect(verifyBeaconRounds(QUICKNET, signature as SignedRound[])).toEqual(expect.any(Array));
      }),
    );
  });

  test('random bytes are no signature', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 48, maxLength: 48 }), (bytes) => {
        expect(verifyBeaconRound(QUICKNET, 1, toHex(bytes))).toBe(false);
      }),
    );
  });

  test('an object that throws when read is refused', () => {
    const trap = new Proxy(
      {},
      {
        get: () => {
          throw new Error('trap');
        },
      },
    );
    expect(verifyBeaconRound(trap as Chain, 1, first.signature)).toBe(false);
    expect(verifyBeaconRounds(QUICKNET, [trap as SignedRound, first])).toEqual([false, true]);
  });
});

describe('many rounds at once', () => {
  test('none, one and many', () => {
    expect(verifyBeaconRounds(QUICKNET, [])).toEqual([]);
    expect(verifyBeaconRounds(QUICKNET, [first])).toEqual([true]);
    expect(verifyBeaconRounds(QUICKNET, [...good, ...good])).toEqual(Array(good.length * 2).fill(true));
  });

  test('a bad one is found at its place and spoils no other', () => {
    for (let place = 0; place <= good.length; place++) {
      const rounds = good.toSpliced(place, 0, { round: first.round + 1, signature: first.signature });
      expect(verifyBeaconRounds(QUICKNET, rounds)).toEqual(rounds.map((_, i) => i !== place));
    }
  });

  test('two bad ones whose sum would be right are both refused', () => {
    const swapped = [
      { round: first.round, signature: second.signature },
      { round: second.round, signature: first.signature },
    ];
    expect(verifyBeaconRounds(QUICKNET, [...swapped, good[2] as SignedRound])).toEqual([false, false, true]);
  });
});
