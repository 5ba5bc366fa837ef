import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { QUICKNET } from './beacon.ts';
import { fromHex, toHex } from './bytes.ts';
import { diceOfSeed, drawDice } from './draw.ts';

const input = {
  chainHash: QUICKNET.hash,
  round: 1,
  signature: 'b55e7cb2d5c613ee0b2e28d6750aabbb78c39dcc96bd9d38c2c2e12198df95571de8e8e402a0cc48871c7089a2b3af4b',
  drawId: 'dice-60/1',
};

describe('drawDice', () => {
  test('gives the protocol’s first example', () => {
    expect(drawDice(input)).toEqual({
      seed: '4ff0d925dd22c237cd63e6ec80aa39b253271fb3d35f508f91f8a4d1de39c84d',
      dice: [6, 2, 4],
    });
  });

  test('every part of the input moves the seed', () => {
    const others = [
      { ...input, chainHash: `00${input.chainHash.slice(2)}` },
      { ...input, round: 2 },
      { ...input, signature: `${input.signature.slice(0, -1)}a` },
      { ...input, drawId: 'dice-60/2' },
      { ...input, drawId: 'dice-61/1' },
    ];
    expect(new Set([input, ...others].map((given) => drawDice(given).seed)).size).toBe(6);
  });

  test.each<[name: string, over: Partial<typeof input>]>([
    ['a chain hash of 31 bytes', { chainHash: input.chainHash.slice(2) }],
    ['a chain hash that is no hex', { chainHash: input.chainHash.toUpperCase() }],
    ['a signature of 47 bytes', { signature: input.signature.slice(2) }],
    ['no signature', { signature: '' }],
    ['round 0', { round: 0 }],
    ['a round that is no whole number', { round: 1.5 }],
    ['a round that no double holds', { round: 2 ** 53 }],
    ['a draw id without a period', { drawId: 'dice-60' }],
    ['no draw id', { drawId: '' }],
  ])('refuses %s', (_, over) => {
    expect(() => drawDice({ ...input, ...over })).toThrow(TypeError);
  });

  test('gives the same again', () => {
    expect(drawDice(input)).toEqual(drawDice({ ...input }));
  });
});

/** The definition of the dice, with Node's HMAC. */
function diceByDefinition(seed: Uint8Array): number[] {
  const blocks = [0, 1, 2].map((block) =>
    createHmac('sha256', seed)
      .update('tercet/v1/dice')
      .update(Buffer.from([0, 0, 0, block]))
      .digest(),
  );
  return [...Buffer.concat(blocks)]
    .filter((byte) => byte < 252)
    .slice(0, 3)
    .map((byte) => 1 + (byte % 6));
}

describe('diceOfSeed', () => {
  test('follows the definition, also where a byte is dropped', () => {
    for (let number = 0; number < 1000; number++) {
      const seed = createHash('sha256').update(`seed ${number}`).digest();
      expect(diceOfSeed(seed)).toEqual(diceByDefinition(seed));
    }
  });

  test('reads on into the next block when bytes are dropped', () => {
    const seed = fromHex('b352feec3224befe7b13c0904267384243eb7c2fe88795e19a87ddb830f42af7');
    expect(diceOfSeed(seed)).toEqual([1, 1, 1]);
  });

  test('each face comes up as often as the others', () => {
    const counts = new Map<number, number>();
    for (let number = 0; number < 2000; number++) {
      const seed = new Uint8Array(32);
      new DataView(seed.buffer).setUint32(0, number);
      for (const die of diceOfSeed(seed)) counts.set(die, (counts.get(die) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6]);
    // Chi-square with 5 degrees of freedom exceeds 20.5 once in a thousand samples.
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    expect(chiSquare).toBeLessThan(20.5);
  });

  test('leaves the seed as it was', () => {
    const seed = new Uint8Array(32).fill(9);
    diceOfSeed(seed);
    expect(toHex(seed)).toBe('09'.repeat(32));
  });

  test('refuses another length', () => {
    for (const length of [0, 31, 33]) expect(() => diceOfSeed(new Uint8Array(length))).toThrow(TypeError);
  });
});
