import { v7 } from 'uuid';

/** A new id: UUIDv7, so that rows of one time lie together. */
export function newId(): string {
  return v7();
}

/** The bucket (0–255) of a member: the last byte of the id, which is random in a UUIDv7. Fixed for ever. */
export function bucketOf(memberId: string): number {
  return Number.parseInt(memberId.slice(-2), 16);
}
