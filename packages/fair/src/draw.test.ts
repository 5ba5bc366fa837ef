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

  test('gives the same again', () => {
    expect(drawDice(input)).toEqual(drawDice({ ...input }));
  });
});

describe('diceOfSeed', () => {
  test('reads on into the next block when bytes are dropped', () => {
    const seed = fromHex('b352feec3224befe7b13c0904267384243eb7c2fe88795e19a87ddb830f42af7');
    expect(diceOfSeed(seed)).toEqual([1, 1, 1]);
  });

  test('leaves the seed as it was', () => {
    const seed = new Uint8Array(32).fill(9);
    diceOfSeed(seed);
    expect(toHex(seed)).toBe('09'.repeat(32));
  });

  test('refuses another length', () => {
    expect(() => diceOfSeed(new Uint8Array(31))).toThrow(TypeError);
  });
});
