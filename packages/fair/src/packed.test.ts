import { createHash, hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { concat, toHex, u32be } from './bytes.ts';
import { leafHash, MerkleFrontier, merkleRoot } from './merkle.ts';
import { emptyRoot, type HashText, merkleRootPacked, nodeHash } from './packed.ts';

const ofNode: HashText = (bytes) => hash('sha256', bytes, 'binary');
const leaves = Array.from({ length: 300 }, (_, index) => leafHash(u32be(index)));
const packed = concat(...leaves);

test('a hash given from outside makes the same trees, of every size', () => {
  for (let size = 0; size <= leaves.length; size++) {
    const root = toHex(merkleRootPacked(packed, size));
    expect(toHex(merkleRootPacked(packed, size, ofNode))).toBe(root);
    expect(toHex(merkleRoot(leaves.slice(0, size), ofNode))).toBe(root);
  }
  const frontier = new MerkleFrontier(ofNode);
  for (const leaf of leaves) frontier.append(leaf);
  expect(toHex(frontier.root())).toBe(toHex(merkleRoot(leaves)));
});

test('a node is the hash of 01 and its two children', () => {
  const expected = createHash('sha256').update(Uint8Array.of(1)).update(packed.subarray(0, 64)).digest('hex');
  expect(toHex(nodeHash(leaves[0]!, leaves[1]!))).toBe(expected);
  expect(toHex(nodeHash(leaves[0]!, leaves[1]!, ofNode))).toBe(expected);
  expect(toHex(emptyRoot())).toBe(createHash('sha256').digest('hex'));
});

test('the buffer stays as it was', () => {
  const before = toHex(packed);
  merkleRootPacked(packed, 300);
  merkleRootPacked(packed, 1).fill(0);
  expect(toHex(packed)).toBe(before);
  const buffer = Buffer.from(packed);
  merkleRootPacked(buffer, 300);
  expect(toHex(buffer)).toBe(before);
});

test('a count that the buffer does not hold is the caller’s mistake', () => {
  for (const count of [-1, 1.5, 301, Number.NaN]) expect(() => merkleRootPacked(packed, count)).toThrow(RangeError);
});

test('a hash that gives hex instead is noticed', () => {
  expect(() => merkleRootPacked(packed, 2, (bytes) => hash('sha256', bytes, 'hex'))).toThrow(TypeError);
});
