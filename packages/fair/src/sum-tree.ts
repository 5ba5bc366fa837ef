/**
 * The Merkle sum tree of the house's liabilities. A node is H(0x01 ‖ u64be(sumL) ‖ hL ‖ u64be(sumR) ‖ hR). It binds the
 * hash and sum of both children, so no amount can be left out or offset by another. Sums are 0 to 2^63 − 1. Building a
 * tree and checking a path both reject a larger sum.
 *
 * Nodes are packed into one buffer, 40 bytes each: u64be(sum) ‖ hash. The zero leaf, 40 zero bytes, pads a tree to a
 * power of two. No known input hashes to 32 zero bytes, so nobody can claim it, and its amount is 0.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { fromHex, isHex, toHex } from './bytes.ts';
import { isDecimal } from './entries.ts';
import { HASH_BYTES, type HashText, writeText } from './packed.ts';

export const SUM_BYTES = 8;
export const SUM_NODE_BYTES = SUM_BYTES + HASH_BYTES;
export const SUM_MAX = 2n ** 63n - 1n;
/** Most levels that a tree of ours has. It bounds the length of a path. */
const LEVELS_MAX = 40;
const NODE_PREFIX = 0x01;
const NODE_INPUT_BYTES = 1 + 2 * SUM_NODE_BYTES;
const TOP_BIT = 0x8000_0000;
const WORD = 0x1_0000_0000;

/** A node in files and API responses: hash in hex, sum in minor units as decimal text. */
export interface SumNode {
  hash: string;
  sum: string;
}

/** The root over a level of nodes, whose number is a power of two. Overwrites `nodes`. */
export function topOfSumNodes(nodes: Uint8Array, hashText?: HashText): Uint8Array {
  let level = nodes;
  while (level.length > SUM_NODE_BYTES) level = raiseSumNodes(level, hashText, level);
  return level;
}

/** All levels of a tree, packed: the leaves first, the root last. */
export interface SumTree {
  levels: readonly Uint8Array[];
  /** Number of leaves, padding included: a power of two. */
  leaves: number;
  root: string;
  total: bigint;
}

/** Number of leaves after padding `count` of them: the next power of two, at least one. */
export function paddedLeaves(count: number): number {
  let leaves = 1;
  while (leaves < count) leaves *= 2;
  return leaves;
}

/**
 * The tree over packed leaves in their order, padded with zero leaves. Throws a TypeError on an incomplete node, and a
 * RangeError where a sum exceeds 2^63 − 1.
 */
export function buildSumTree(packedLeaves: Uint8Array, hashText?: HashText): SumTree {
  if (packedLeaves.length % SUM_NODE_BYTES !== 0) throw new TypeError('a node has 40 bytes');
  const leaves = paddedLeaves(packedLeaves.length / SUM_NODE_BYTES);
  let level: Uint8Array = new Uint8Array(leaves * SUM_NODE_BYTES);
  level.set(packedLeaves);
  const levels = [level];
  while (level.length > SUM_NODE_BYTES) {
    level = raiseSumNodes(level, hashText);
    levels.push(level);
  }
  const { hash, sum } = sumNodeAt(level, 0);
  if (BigInt(sum) > SUM_MAX) throw new RangeError('sum beyond 2^63 − 1');
  return { levels, leaves, root: hash, total: BigInt(sum) };
}

/**
 * Computes the parents of a level with an even number of nodes into `above`, which may be the level itself. Throws a
 * RangeError where a sum exceeds 2^63 − 1.
 */
export function raiseSumNodes(
  nodes: Uint8Array,
  hashText?: HashText,
  above: Uint8Array = new Uint8Array(nodes.length / 2),
): Uint8Array {
  const pairs = nodes.length / (2 * SUM_NODE_BYTES);
  if (!Number.isSafeInteger(pairs)) throw new TypeError('a level has an even number of nodes');
  const input = new Uint8Array(NODE_INPUT_BYTES);
  input[0] = NODE_PREFIX;
  const below = new DataView(nodes.buffer, nodes.byteOffset, nodes.byteLength);
  const sums = new DataView(above.buffer, above.byteOffset, above.byteLength);
  const hashInto = hasherInto(hashText);
  for (let i = 0; i < pairs; i++) {
    const left = 2 * i * SUM_NODE_BYTES;
    for (let k = 0; k < 2 * SUM_NODE_BYTES; k++) input[k + 1] = nodes[left + k] as number;
    addSums(below, left, left + SUM_NODE_BYTES, sums, i * SUM_NODE_BYTES);
    hashInto(input, above, i * SUM_NODE_BYTES + SUM_BYTES);
  }
  return above.subarray(0, pairs * SUM_NODE_BYTES);
}

/** The siblings of leaf `index` from the bottom up. Throws a RangeError for an index outside the tree. */
export function sumTreePath(tree: SumTree, index: number): SumNode[] {
  if (!Number.isSafeInteger(index) || index < 0 || index >= tree.leaves) throw new RangeError('no such leaf');
  return tree.levels
    .slice(0, -1)
    .map((level, height) => sumNodeAt(level, neighbourOf(Math.floor(index / 2 ** height))));
}

/** The node at `index` of a packed level. */
export function sumNodeAt(nodes: Uint8Array, index: number): SumNode {
  const at = index * SUM_NODE_BYTES;
  const sum = new DataView(nodes.buffer, nodes.byteOffset, nodes.byteLength).getBigUint64(at);
  return { sum: String(sum), hash: toHex(nodes.subarray(at + SUM_BYTES, at + SUM_NODE_BYTES)) };
}

/** A leaf with its path, and the tree that claims to contain it. */
export interface SumClaim {
  leaf: SumNode;
  index: number;
  path: readonly SumNode[];
  root: string;
  total: string;
  leaves: number;
}

export type SumFault = 'bad-tree' | 'bad-index' | 'path-length' | 'bad-sum' | 'overflow' | 'other-root' | 'other-total';

/**
 * Why the leaf is not at `index` of the tree with this root and total; null where it is. `bad-sum`: a malformed hash or
 * sum, such as a negative one. `overflow`: two sums that together exceed 2^63 − 1. Never throws.
 */
export function sumPathFault(claim: SumClaim): SumFault | null {
  const { leaf, index, path, root, total, leaves } = claim;
  if (!isHex(root, HASH_BYTES) || !isDecimal(total, SUM_MAX) || !isTreeSize(leaves)) return 'bad-tree';
  if (!Number.isSafeInteger(index) || index < 0 || index >= leaves) return 'bad-index';
  if (!Array.isArray(path) || 2 ** path.length !== leaves) return 'path-length';
  if (!isSumNode(leaf) || !path.every(isSumNode)) return 'bad-sum';
  let node = leaf;
  for (const [height, neighbour] of path.entries()) {
    const isRight = Math.floor(index / 2 ** height) % 2 === 1;
    const above = isRight ? join(neighbour, node) : join(node, neighbour);
    if (above === null) return 'overflow';
    node = above;
  }
  if (node.hash !== root) return 'other-root';
  return node.sum === total ? null : 'other-total';
}

function join(left: SumNode, right: SumNode): SumNode | null {
  if (BigInt(left.sum) + BigInt(right.sum) > SUM_MAX) return null;
  const pair = new Uint8Array(2 * SUM_NODE_BYTES);
  writeSumNode(pair, 0, left);
  writeSumNode(pair, 1, right);
  return sumNodeAt(raiseSumNodes(pair), 0);
}

function writeSumNode(nodes: Uint8Array, index: number, { hash, sum }: SumNode): void {
  const at = index * SUM_NODE_BYTES;
  new DataView(nodes.buffer).setBigUint64(at, BigInt(sum));
  nodes.set(fromHex(hash, HASH_BYTES), at + SUM_BYTES);
}

/** Adds two sums without BigInt, which would cost as much as the hashing. */
function addSums(from: DataView, left: number, right: number, to: DataView, at: number): void {
  const low = from.getUint32(left + 4) + from.getUint32(right + 4);
  const high = from.getUint32(left) + from.getUint32(right) + Math.floor(low / WORD);
  if (high >= TOP_BIT) throw new RangeError('sum beyond 2^63 − 1');
  to.setUint32(at, high);
  to.setUint32(at + 4, low % WORD);
}

/**
 * A function that writes the SHA-256 of its input at an offset of its output. Uses `hashText`, or else this package's.
 */
export function hasherInto(hashText?: HashText): (input: Uint8Array, output: Uint8Array, at: number) => void {
  if (hashText !== undefined) return (input, output, at) => writeText(hashText(input), output, at);
  const fresh = sha256.create();
  const hasher = sha256.create();
  const hash = new Uint8Array(HASH_BYTES);
  return (input, output, at) => {
    fresh._cloneInto(hasher).update(input).digestInto(hash);
    output.set(hash, at);
  };
}

function neighbourOf(index: number): number {
  return index % 2 === 0 ? index + 1 : index - 1;
}

function isTreeSize(value: unknown): value is number {
  return Number.isSafeInteger(value) && paddedLeaves(Math.min(value as number, 2 ** LEVELS_MAX)) === value;
}

function isSumNode(value: unknown): value is SumNode {
  if (typeof value !== 'object' || value === null) return false;
  const { hash, sum } = value as Record<string, unknown>;
  return isHex(hash, HASH_BYTES) && isDecimal(sum, SUM_MAX);
}
