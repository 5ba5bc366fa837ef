import { OWED_NONCE_BYTES, OWED_SPLITS } from '@tercet/fair';

/** One of a member's four leaves. The nonce has 32 bytes; `index` is the leaf's position in the tree. */
export interface StoredSplit {
  nonce: Buffer;
  amount: bigint;
  index: number;
}

const SPLIT_BYTES = OWED_NONCE_BYTES + 8 + 4;
export const SPLITS_BYTES = OWED_SPLITS * SPLIT_BYTES;

/** Writes a split in the format of `ledger.owed.splits`: nonce, amount and position, concatenated. */
export function writeSplit(splits: Buffer, split: number, amount: bigint, index: number): void {
  const at = split * SPLIT_BYTES + OWED_NONCE_BYTES;
  splits.writeBigUInt64BE(amount, at);
  splits.writeUInt32BE(index, at + 8);
}

/** View of a split's nonce in a member's splits, for reading or writing. */
export function nonceOf(splits: Buffer, split: number): Buffer {
  return splits.subarray(split * SPLIT_BYTES, split * SPLIT_BYTES + OWED_NONCE_BYTES);
}

export function readSplits(splits: Buffer): StoredSplit[] {
  return Array.from({ length: OWED_SPLITS }, (_, split) => {
    const at = split * SPLIT_BYTES + OWED_NONCE_BYTES;
    return { nonce: nonceOf(splits, split), amount: splits.readBigUInt64BE(at), index: splits.readUInt32BE(at + 8) };
  });
}
