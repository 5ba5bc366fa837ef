/**
 * The Merkle sum tree of what the house owes: node H(0x01 ‖ u64be(sumL) ‖ hL ‖ u64be(sumR) ‖ hR), so that each node
 * binds the hash and the sum of both children, and no amount below it can be left out or counted against another. Sums
 * go from 0 to 2^63 − 1; a tree that would hold more is refused, when it is built and when a path of it is checked.
 *
 * Nodes lie one after another in one buffer, 40 bytes each: u64be(sum) ‖ hash. The zero leaf, which pads a tree to a
 * power of two, is 40 zero bytes: nothing is known that hashes to 32 zero bytes, so nobody can claim it, and it owes 0.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { fromHex, isHex, toHex } from './bytes.ts';
import { isDecimal } from './entries.ts';
import { HASH_BYTES, type HashText, writeText } from './packed.ts';

export const SUM_BYTES = 8;
export const SUM_NODE_BYTES = SUM_BYTES + HASH_BYTES;
export const SUM_MAX = 2n ** 63n - 1n;
/** No tree of ours has more levels; it bounds what a path may hold. */
const LEVELS_MAX = 40;
const NODE_PREFIX = 0x01;
const NODE_INPUT_BYTES = 1 + 2 * SUM_NODE_BYTES;
const TOP_BIT = 0x8000_0000;
const WORD = 0x1_0000_0000;

/** A node as files and answers carry it: hash in hex, sum in decimal text of minor units. */
export interface SumNode {
  hash: string;
  sum: string;
}

/** The top of the tree over a level of a power of two of nodes, which is spent. */
export function topOfSumNodes(nodes: Uint8Array, hashText?: HashText): Uint8Array {
  let level = nodes;
  while (level.length > SUM_NODE_BYTES) level = raiseSumNodes(level, hashText, level);
  return level;
}

/** All levels of a tree, packed: the leaves first, the root last. */
export interface SumTree {
  levels: readonly Uint8Array[];
  /** Padding included: a power of two. */
  leaves: number;
  root: string;
  total: bigint;
}

/** How many leaves a tree over `count` of them has: the next power of two, at least one. */
export function paddedLeaves(count: number): number {
  let leaves = 1;
  while (leaves < count) leaves *= 2;
  return leaves;
}

/**
 * The tree over packed leaves in their order, padded with zero leaves. Throws a TypeError on half a node, and a
 * RangeError when a sum is beyond 2^63 − 1.
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
 * The nodes above a level of an even number of nodes, written to `above`, which may be the level itself. Throws a
 * RangeError when a sum is beyond 2^63 − 1.
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

/** The neighbours of leaf `index` from the bottom up. Throws a RangeError for an index outside the tree. */
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

/** A leaf with its way up, and the tree that it is said to stand in. */
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
 * Why the leaf does not stand at `index` of the tree with this root and total, or null where it does. Never throws.
 * `bad-sum`: a hash or sum that is none, such as a negative one; `overflow`: two sums that together pass 2^63 − 1.
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

/** Without big integers: they would cost as much as the hashing. */
function addSums(from: DataView, left: number, right: number, to: DataView, at: number): void {
  const low = from.getUint32(left + 4) + from.getUint32(right + 4);
  const high = from.getUint32(left) + from.getUint32(right) + Math.floor(low / WORD);
  if (high >= TOP_BIT) throw new RangeError('sum beyond 2^63 − 1');
  to.setUint32(at, high);
  to.setUint32(at + 4, low % WORD);
}

/** Writes the hash of some bytes to a place in others: SHA-256 as it was given, or that of this package. */
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
