import { v7 } from 'uuid';
import { freshRandom } from '../crypto/random.ts';

const RANDOM_BYTES = 16;
/** Of the 32 bits of the count within a millisecond; it starts below half, so that it has room to grow. */
const COUNT_START_MASK = 0x7fff_ffff;

let lastMs = 0;
let count = 0;

/** A new id: UUIDv7, so that rows of one time lie together. Those of one process come in order. */
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

/** The bucket (0–255) of a member: the last byte of the id, which is random in a UUIDv7. Fixed for ever. */
export function bucketOf(memberId: string): number {
  return Number.parseInt(memberId.slice(-2), 16);
}
