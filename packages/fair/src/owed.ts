/**
 * What the house owes a member on a day, and the proof that its total includes this amount. Each member's sum is split
 * into four random splits, so that a neighbour's leaf does not reveal that neighbour's balance.
 */
import { concat, fromHex, isHex, lp, utf8 } from './bytes.ts';
import { isDate, isDecimal } from './entries.ts';
import type { HashText } from './packed.ts';
import {
  buildSumTree,
  hasherInto,
  SUM_BYTES,
  SUM_MAX,
  SUM_NODE_BYTES,
  type SumFault,
  type SumNode,
  type SumTree,
  sumNodeAt,
  sumPathFault,
} from './sum-tree.ts';

export const OWED_SPLITS = 4;
export const OWED_NONCE_BYTES = 32;
const SPLIT_MAX = 255;
const NAME_MAX = 255;
const NAME_BYTES_MAX = 65_535;
const LONE_SURROGATE = /\p{Surrogate}/u;
const LEAF_TAG = lp('tercet/v1/owed');
/** Length of nonce ‖ u8 split ‖ u64be(amount), the bytes that differ between one member's leaves. */
const TAIL_BYTES = OWED_NONCE_BYTES + 1 + SUM_BYTES;

/** One part of the amount owed to a member. The nonce is 32 random bytes in hex. */
export interface OwedLeaf {
  userName: string;
  nonce: string;
  split: number;
  amountMinor: bigint;
}

/** Writes a member's leaf to index `index` of packed nodes. The nonce is 32 bytes. */
export type WriteOwedLeaf = (
  nodes: Uint8Array,
  index: number,
  userName: string,
  nonce: Uint8Array,
  split: number,
  amount: bigint,
) => void;

/**
 * A writer for the leaves of one date, optimised for millions of leaves. Fastest where a member's leaves are
 * consecutive. The hash is H(0x00 ‖ lp("tercet/v1/owed") ‖ lp(date) ‖ lp(user name) ‖ nonce ‖ u8 split ‖
 * u64be(amount)); the sum is the amount. Throws a TypeError or RangeError on a bad date, name, nonce or split, and on
 * an amount outside 0 … 2^63 − 1.
 */
export function owedLeafWriter(date: string, hashText?: HashText): WriteOwedLeaf {
  if (!isDate(date)) throw new TypeError('a date is YYYY-MM-DD');
  const head = concat(Uint8Array.of(0), LEAF_TAG, lp(date));
  const hashInto = hasherInto(hashText);
  let input = new Uint8Array(0);
  let view = new DataView(input.buffer);
  let nameOfInput: string | null = null;
  return (nodes, index, userName, nonce, split, amount) => {
    assertLeaf(nonce, split, amount);
    if (userName !== nameOfInput) {
      input = inputOf(head, userName);
      view = new DataView(input.buffer);
      nameOfInput = userName;
    }
    const tail = input.length - TAIL_BYTES;
    for (let i = 0; i < OWED_NONCE_BYTES; i++) input[tail + i] = nonce[i] as number;
    input[tail + OWED_NONCE_BYTES] = split;
    view.setBigUint64(input.length - SUM_BYTES, amount);
    const at = index * SUM_NODE_BYTES;
    for (let i = 0; i < SUM_BYTES; i++) nodes[at + i] = input[input.length - SUM_BYTES + i] as number;
    hashInto(input, nodes, at + SUM_BYTES);
  };
}

/** A leaf's bytes, with room for those that differ between one member's leaves. */
function inputOf(head: Uint8Array, userName: string): Uint8Array<ArrayBuffer> {
  const name = utf8(userName);
  if (name.length > NAME_BYTES_MAX) throw new TypeError('a name has at most 65 535 bytes');
  const input = new Uint8Array(head.length + 2 + name.length + TAIL_BYTES);
  input.set(head);
  input[head.length] = name.length >> 8;
  input[head.length + 1] = name.length & 0xff;
  input.set(name, head.length + 2);
  return input;
}

function assertLeaf(nonce: Uint8Array, split: number, amount: bigint): void {
  if (nonce.length !== OWED_NONCE_BYTES) throw new TypeError('a nonce has 32 bytes');
  if (!Number.isSafeInteger(split) || split < 0 || split > SPLIT_MAX) throw new RangeError('a split is one byte');
  if (typeof amount !== 'bigint' || amount < 0n || amount > SUM_MAX)
    throw new RangeError('amount outside 0 … 2^63 − 1');
}

/** The leaf's hash in hex. Throws like `owedLeafWriter`. */
export function owedLeafHash(date: string, leaf: OwedLeaf): string {
  return sumNodeAt(packLeaves(date, [leaf]), 0).hash;
}

/**
 * The tree over leaves in the given order. Throws a TypeError on a repeated part of a member or a repeated nonce, and a
 * RangeError where an amount or sum is outside 0 … 2^63 − 1.
 */
export function buildOwedTree(date: string, leaves: readonly OwedLeaf[], hashText?: HashText): SumTree {
  const splits = new Set(leaves.map(({ userName, split }) => `${split}/${userName}`));
  if (splits.size !== leaves.length) throw new TypeError('a split of a member stands twice');
  if (new Set(leaves.map(({ nonce }) => nonce)).size !== leaves.length) throw new TypeError('a nonce stands twice');
  return buildSumTree(packLeaves(date, leaves, hashText), hashText);
}

function packLeaves(date: string, leaves: readonly OwedLeaf[], hashText?: HashText): Uint8Array {
  const write = owedLeafWriter(date, hashText);
  const nodes = new Uint8Array(leaves.length * SUM_NODE_BYTES);
  for (const [index, { userName, nonce, split, amountMinor }] of leaves.entries()) {
    write(nodes, index, userName, fromHex(nonce, OWED_NONCE_BYTES), split, amountMinor);
  }
  return nodes;
}

/** A split as stored in a member's file. Amounts are minor units as decimal text. */
export interface OwedSplit {
  split: number;
  nonce: string;
  amountMinor: string;
  index: number;
  path: readonly SumNode[];
}

/** A member's split, and the tree that claims to contain it. */
export interface OwedSplitClaim extends OwedSplit {
  date: string;
  userName: string;
  root: string;
  total: string;
  leaves: number;
}

export type OwedSplitFault = SumFault | 'bad-date' | 'bad-name' | 'bad-nonce' | 'bad-split' | 'bad-amount';

/** Why the tree with this root and total does not count the split; null where it does. Never throws. */
export function verifyOwedSplit(claim: OwedSplitClaim): OwedSplitFault | null {
  try {
    const { date, userName, nonce, split, amountMinor } = claim;
    if (!isDate(date)) return 'bad-date';
    if (!isName(userName)) return 'bad-name';
    if (!isHex(nonce, OWED_NONCE_BYTES)) return 'bad-nonce';
    if (!Number.isSafeInteger(split) || split < 0 || split >= OWED_SPLITS) return 'bad-split';
    if (!isDecimal(amountMinor, SUM_MAX)) return 'bad-amount';
    const hash = owedLeafHash(date, { userName, nonce, split, amountMinor: BigInt(amountMinor) });
    return sumPathFault({ ...claim, leaf: { hash, sum: amountMinor } });
  } catch {
    return 'bad-tree';
  }
}

/** A member's four splits together. */
export interface OwedClaim {
  date: string;
  userName: string;
  owedMinor: string;
  root: string;
  total: string;
  leaves: number;
  splits: readonly OwedSplit[];
}

export type OwedFault = OwedSplitFault | OwedSplitsFault;
export type OwedSplitsFault = 'split-count' | 'split-twice' | 'index-twice' | 'nonce-twice' | 'other-sum';

/**
 * Why the splits do not make up what the tree owes the member; null where they do. Requires splits 0 to 3 once each, at
 * four indexes, adding up to `owedMinor`, each counted in the root and the total. Never throws.
 */
export function verifyOwed(claim: OwedClaim): OwedFault | null {
  try {
    return owedSplitsFault(claim) ?? owedPathsFault(claim);
  } catch {
    return 'bad-tree';
  }
}

/** First half of `verifyOwed`: checks the splits, without their places in the tree. */
export function owedSplitsFault({ splits, owedMinor }: OwedClaim): OwedSplitsFault | 'bad-split' | 'bad-amount' | null {
  if (!Array.isArray(splits) || splits.length !== OWED_SPLITS) return 'split-count';
  if (new Set(splits.map(({ split }) => split)).size !== OWED_SPLITS) return 'split-twice';
  if (!splits.every(({ split }) => Number.isSafeInteger(split) && split >= 0 && split < OWED_SPLITS))
    return 'bad-split';
  if (new Set(splits.map(({ index }) => index)).size !== OWED_SPLITS) return 'index-twice';
  if (new Set(splits.map(({ nonce }) => nonce)).size !== OWED_SPLITS) return 'nonce-twice';
  const amounts = [owedMinor, ...splits.map(({ amountMinor }) => amountMinor)];
  if (!amounts.every((amount) => isDecimal(amount, SUM_MAX))) return 'bad-amount';
  const sum = splits.reduce((total, { amountMinor }) => total + BigInt(amountMinor), 0n);
  return sum === BigInt(owedMinor) ? null : 'other-sum';
}

/** Second half of `verifyOwed`: checks that the root and the total count each split. */
export function owedPathsFault({ splits, ...tree }: OwedClaim): OwedSplitFault | null {
  for (const split of splits) {
    const fault = verifyOwedSplit({ ...tree, ...split });
    if (fault !== null) return fault;
  }
  return null;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= NAME_MAX && !LONE_SURROGATE.test(value);
}
