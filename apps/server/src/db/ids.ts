import { v7 } from 'uuid';
import { freshRandom } from '../crypto/random.ts';

const RANDOM_BYTES = 16;
/**
 * Mask for the first value of the 32-bit counter within a millisecond. The counter starts in the lower half, so it has
 * room to grow.
 */
const COUNT_START_MASK = 0x7fff_ffff;

let lastMs = 0;
let count = 0;

/** Creates a UUIDv7, so that rows of the same time are stored together. Ids of one process are in order. */
export function newId(): string {
  const random = freshRandom(RANDOM_BYTES);
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    count = random.readUInt32BE() & COUNT_START_MASK;
  } else {
    count += 1;
  }
  return v7({ random, msecs: lastMs, seq: count });
}

/** Bucket of a member (0–255): the last byte of their id, which is random in a UUIDv7. Never changes. */
export function bucketOf(memberId: string): number {
  return Number.parseInt(memberId.slice(-2), 16);
}
