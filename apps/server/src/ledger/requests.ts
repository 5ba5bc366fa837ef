import { sql } from 'kysely';
import { newId } from '../db/ids.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Account } from './lock.ts';

/** A call that moves money, as its client names it. */
export interface MoneyRequest extends Account {
  /** UUID made by the client and kept across retries. */
  key: string;
  /** SHA-256 of what is asked for, in a form that does not depend on how it was sent. */
  bodyHash: Buffer;
}

/** What the first call with the key was given. The act's postings carry both, so a retry posts nothing twice. */
export interface Claim {
  ref: string;
  /** Day of the first call (`YYYY-MM-DD`, UTC): a retry after midnight gets the same. */
  day: string;
  /** False when an earlier call with the same key and body went through; its answer is to be read back by `ref`. */
  first: boolean;
}

/**
 * Claims the key of a money call that is not a slip. Of calls at the same time one goes first and the others wait for
 * it. A claim goes away with its transaction: what was refused may be asked again. Throws `key-reused` for another
 * body.
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
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (!earlier.body_hash.equals(bodyHash)) throw new Refusal('key-reused');
  return { ref: earlier.ref, day: earlier.day, first: false };
}
