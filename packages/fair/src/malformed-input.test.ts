import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, test } from 'vitest';
import { LOG } from '../tests/book-kit.ts';
import { bent, check, READER } from '../tests/checking.ts';
import { lostLate, readerOf, witnessedStory } from '../tests/stories.ts';
import { verifyBeaconRound } from './beacon.ts';
import { type Bet, hitsOf } from './bet-codes.ts';
import { toHex, utf8 } from './bytes.ts';
import { type ConsistencyClaim, verifyConsistency } from './consistency.ts';
import { claimOf, differentClaims, keyOfClaim } from './fates.ts';
import { isSignedNotice } from './log-keys.ts';
import { type InclusionClaim, leafHash, merkleRoot, verifyInclusion } from './merkle.ts';
import { isEd25519 } from './note.ts';
import { type SlipLeaf, slipLeafData } from './receipt.ts';
import { buildSumTree, topOfSumNodes } from './sum-tree.ts';
import { parseTilePath } from './tiles.ts';
import { verifySlip } from './verify.ts';

// Input that is missing, or is none at all, proves nothing.

const root = leafHash(utf8('one'));
const sameTree: ConsistencyClaim<Uint8Array> = { from: 1, to: 1, fromRoot: root, toRoot: root, proof: [] };
const fromEmpty = { ...sameTree, from: 0, fromRoot: merkleRoot([]) };

test('the claims hold from which the wrong ones are made', () => {
  expect([verifyConsistency(sameTree), verifyConsistency(fromEmpty)]).toEqual([true, true]);
});

test.each<[string, object | null]>([
  ['nothing', null],
  ['sizes that are none', { ...sameTree, from: 1.5, to: 1.5 }],
  ['a later size that is none', { ...fromEmpty, to: 1.5 }],
  ['a proof that is no list', { ...sameTree, proof: { length: 0 } }],
  ['roots that are none', { ...sameTree, fromRoot: 'ab', toRoot: 'ab' }],
])('%s does not extend a tree', (_what, claim) => {
  expect(verifyConsistency(claim as ConsistencyClaim<Uint8Array>)).toBe(false);
});

test('nothing is in no tree', () => {
  expect(verifyInclusion(null as unknown as InclusionClaim<Uint8Array>)).toBe(false);
});

test('a key that is no point verifies nothing', () => {
  const signature = ed25519.sign(utf8('text'), new Uint8Array(32).fill(7));
  for (const key of ['ff'.repeat(32), '02'.padEnd(64, '0')])
    expect(isEd25519(signature, utf8('text'), key)).toBe(false);
});

test('a notice whose signature is no hex is not signed', () => {
  const notice = { type: 'notice-of-change', old_key: LOG.vkey, new_key: LOG.vkey, signature: 'zz' };
  expect(isSignedNotice(notice as unknown as Parameters<typeof isSignedNotice>[0])).toBe(false);
});

test('the point at infinity is no signature of a round', () => {
  const { draw, slip } = witnessedStory({ beacon: 'public' });
  const { chain } = slip.draw;
  expect(verifyBeaconRound(chain, Number(draw.round), draw.signature)).toBe(true);
  expect(verifyBeaconRound(chain, Number(draw.round), `c0${'00'.repeat(47)}`)).toBe(false);
});

test('no dice give an unknown bet anything', () => {
  expect(() => hitsOf('x1' as Bet, [1, 2, 3])).toThrow('unknown bet');
});

test('claims without dice are compared like others', () => {
  const { slip } = witnessedStory();
  const open = { ...(claimOf(slip.draw) ?? fail()), dice: null };
  expect(keyOfClaim(open)).not.toBeNull();
  expect(differentClaims([open, { ...open }, { ...open, fate: 'void' as never }])).toHaveLength(2);
});

test('an id with more behind it is no id of a slip', () => {
  const leaf: SlipLeaf = {
    ...{ origin: 'club.example/book', drawId: 'dice-60/1', slipId: '01234567-89ab-7cde-8f01-23456789abcd' },
    ...{ commitment: '00'.repeat(32), tableHash: '11'.repeat(32), round: 1, tLock: 1, acceptedMs: 1 },
    selections: [{ bet: 'big', stakeMinor: 100n }],
  };
  expect(toHex(slipLeafData(leaf))).toContain('0123456789ab7cde8f0123456789abcd');
  expect(() => slipLeafData({ ...leaf, slipId: `${leaf.slipId}0` })).toThrow(TypeError);
});

test('a path of a tile wider than a tile is none', () => {
  for (const path of ['tile/entries/000.p/300', 'tile/0/000.p/300', 'tile/entries/000.p/256', 'tile/entries/000.p/0'])
    expect(parseTilePath(path), path).toBeNull();
  expect(parseTilePath('tile/entries/000.p/255')).toEqual({ level: 'entries', index: 0, width: 255 });
});

test('the top of a level of sums is the root of their tree', () => {
  const nodes = Uint8Array.from({ length: 4 * 40 }, (_, at) => (at % 40 < 7 ? 0 : at % 7));
  expect(toHex(topOfSumNodes(nodes.slice()).subarray(8))).toBe(buildSumTree(nodes).root);
  expect(topOfSumNodes(nodes.slice(0, 40))).toEqual(nodes.slice(0, 40));
});

test('a followed checkpoint that cannot be read is followed by no book', () => {
  const story = witnessedStory({ beacon: 'public' });
  expect(check(story.slip, readerOf(story))).toBe('verified');
  for (const followed of ['', 'no note', 'example.com/book\n12\n'])
    expect(check(story.slip, { ...readerOf(story), followed }), followed).not.toBe('verified');
});

describe('a returned stake', () => {
  const lost = lostLate(3);
  const stake = '250';

  test('is believed where the book shows that the draw came late', () => {
    expect(check(lost.slip, { ...readerOf(lost), payoutMinor: stake })).toBe('verified');
  });

  test('is not, where the book shows nothing after the draw', () => {
    const cut = bent(lost, { after: null });
    const { steps } = verifySlip(cut, { ...READER, ...readerOf(lost), payoutMinor: stake });
    expect(steps.find(({ id }) => id === 'payout')?.state).toBe('open');
  });
});

function fail(): never {
  throw new Error('a draw without a claim');
}
