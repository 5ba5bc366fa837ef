import { sql } from 'kysely';
import { newId } from '../db/ids.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Account } from './lock.ts';

/** A request that moves money, as its client identifies it. */
export interface MoneyRequest extends Account {
  /** UUID made by the client and kept across retries. */
  key: string;
  /** SHA-256 of the request's content, independent of its encoding. */
  bodyHash: Buffer;
}

/** Identity of the first call with the key. Its rows carry the `ref`, so a retry posts nothing twice. */
export interface Claim {
  ref: string;
  /** Day of the first call (`YYYY-MM-DD`, UTC). A retry after midnight gets the same day. */
  day: string;
  /** False if an earlier call with the same key and body succeeded. Read its result by `ref`. */
  first: boolean;
}

/**
 * Claims the idempotency key of a money request other than a slip. Concurrent calls wait for the first. A rollback
 * removes the claim, so a refused request can be repeated. Throws `key-reused` for another body.
 */
export async function claimRequest(tx: Tx, request: MoneyRequest): Promise<Claim> {
  const { bucket, memberId, key, bodyHash } = request;
  const { rows: made } = await sql<{ ref: string; day: string }>`
    insert into ledger.request (bucket, member_id, key, body_hash, ref, day, at)
    select ${bucket}::smallint, ${memberId}::uuid, ${key}::uuid, ${bodyHash}::bytea, ${newId()}::uuid,
      (now.at at time zone 'UTC')::date, now.at
    from (select clock.now() as at) now
    on conflict do nothing returning ref, day`.execute(tx.q);
  if (made[0]) return { ...made[0], first: true };
  const earlier = await tx.q
    .selectFrom('ledger.request')
    .select(['ref', 'day', 'body_hash'])
    .where(ofMember({ bucket, memberId }))
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (!earlier.body_hash.equals(bodyHash)) throw new Refusal('key-reused');
  return { ref: earlier.ref, day: earlier.day, first: false };
}
