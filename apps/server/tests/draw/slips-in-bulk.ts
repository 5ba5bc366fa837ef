import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Period } from '../../src/draw/periods.ts';
import type { Club } from '../kit/club.ts';

export interface BulkSlip {
  /** 32 hex digits. */
  id: string;
  leaf: Buffer;
}

/**
 * Inserts slips into a period as the owner, without any check. Their ids are unordered: times around the lock, many in
 * the same millisecond, some from a wrong clock, some without a time.
 */
export async function addSlips(club: Club, { lottery, period, locks }: Period, count: number): Promise<BulkSlip[]> {
  const slips = Array.from({ length: count }, () => {
    const id = anyId(locks * 1_000 - randomInt(Math.ceil(count / 8) + 1));
    return { id: id.toString('hex'), leaf: createHash('sha256').update(id).digest() };
  });
  const half = Math.floor(count / 2);
  for (const some of [slips.slice(half), slips.slice(0, half)]) {
    await club.owner.query(
      `insert into lottery.slip (bucket, member_id, day, lottery_id, period, id, key, table_id, accepted_ms, total,
         at_risk, stakes, commitment, leaf)
       select get_byte(uuid_send(i), 15), i, (to_timestamp($5) at time zone 'UTC')::date, $3, $4, i, i, 1, 0, 100, 0,
         array_fill(null::bigint, '{20}'), l, l
       from unnest($1::uuid[], $2::bytea[]) q (i, l)`,
      [some.map((slip) => slip.id), some.map((slip) => slip.leaf), lottery.id, period, locks],
    );
  }
  return slips.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function anyId(ms: number): Buffer {
  const id = randomBytes(16);
  const kind = randomInt(100);
  if (kind >= 2) id.writeUIntBE(kind < 4 ? kind : ms, 0, 6);
  return id;
}

/** Root of the Merkle tree by the recursive definition of RFC 6962 § 2.1, in hex. */
export function plainRoot(leaves: readonly Buffer[]): string {
  return rootOf(leaves).toString('hex');
}

function rootOf(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return createHash('sha256').digest();
  if (leaves.length === 1) return leaves[0] as Buffer;
  let left = 1;
  while (left * 2 < leaves.length) left *= 2;
  const sides = [rootOf(leaves.slice(0, left)), rootOf(leaves.slice(left))];
  return createHash('sha256')
    .update(Buffer.from([1]))
    .update(Buffer.concat(sides))
    .digest();
}
