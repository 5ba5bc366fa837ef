import { sql } from 'kysely';
import { grouped, hashCode, randomCode, readCode } from '../../crypto/codes.ts';
import { clockNow } from '../../db/clock.ts';
import { bucketOf } from '../../db/ids.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';

const CODES = 10;
/** 80 bits: too many to guess even with the stored hashes. */
const LENGTH = 16;

/**
 * Replaces a member's unused recovery codes with ten new ones. Only hashes are stored; the codes can be shown only
 * now.
 */
export async function issueRecoveryCodes(tx: Tx, memberId: string): Promise<string[]> {
  const bucket = bucketOf(memberId);
  const codes = Array.from({ length: CODES }, () => randomCode(LENGTH));
  await tx.q
    .deleteFrom('members.recovery_code')
    .where(ofMember({ bucket, memberId }))
    .where('used_at', 'is', null)
    .execute();
  await tx.q
    .insertInto('members.recovery_code')
    .values(codes.map((code) => ({ bucket, member_id: memberId, code_hash: recoveryHash(memberId, code) })))
    .execute();
  return codes.map(grouped);
}

/** Count of a member's unused recovery codes. */
export async function countRecoveryCodes(q: Db | Tx['q'], { bucket, memberId }: Account): Promise<number> {
  const { n } = await q
    .selectFrom('members.recovery_code')
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .where(ofMember({ bucket, memberId }))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Parses a typed recovery code; null when it cannot be one. */
export function readRecoveryCode(typed: string): string | null {
  const code = readCode(typed);
  return code?.length === LENGTH ? code : null;
}

/** True when the code looks unused. Only `useRecoveryCode` decides. */
export async function isRecoveryCodeOpen(db: Db, memberId: string, code: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from members.recovery_code
    where bucket = ${bucketOf(memberId)} and member_id = ${memberId} and code_hash = ${recoveryHash(memberId, code)}
      and used_at is null`.execute(db);
  return rows.length === 1;
}

/** Marks a code as used. False when it is not this member's or was used before. */
export async function useRecoveryCode(tx: Tx, memberId: string, code: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.q
    .updateTable('members.recovery_code')
    .set({ used_at: await clockNow(tx.q) })
    .where('bucket', '=', bucketOf(memberId))
    .where('member_id', '=', memberId)
    .where('code_hash', '=', recoveryHash(memberId, code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function recoveryHash(memberId: string, code: string): Buffer {
  return hashCode(`recovery/${memberId}`, code);
}
