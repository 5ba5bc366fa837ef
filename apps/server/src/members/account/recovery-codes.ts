import { sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import { bucketOf } from '../../db/ids.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { grouped, hashCode, randomCode, readCode } from './codes.ts';

const CODES = 10;
/** 80 bits: too many to try even for someone who holds the stored hashes. */
const LENGTH = 16;

/** Gives a member ten new recovery codes in place of the unused ones; they are stored hashed and shown this once. */
export async function issueRecoveryCodes(tx: Tx, memberId: string): Promise<string[]> {
  const bucket = bucketOf(memberId);
  const codes = Array.from({ length: CODES }, () => randomCode(LENGTH));
  await tx.q
    .deleteFrom('members.recovery_code')
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .execute();
  await tx.q
    .insertInto('members.recovery_code')
    .values(codes.map((code) => ({ bucket, member_id: memberId, code_hash: recoveryHash(memberId, code) })))
    .execute();
  return codes.map(grouped);
}

/** The characters of a recovery code as typed; null when it cannot be one. */
export function readRecoveryCode(typed: string): string | null {
  const code = readCode(typed);
  return code?.length === LENGTH ? code : null;
}

/** Whether the code could be used now. Only `useRecoveryCode` decides. */
export async function isRecoveryCodeOpen(db: Db, memberId: string, code: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from members.recovery_code
    where bucket = ${bucketOf(memberId)} and member_id = ${memberId} and code_hash = ${recoveryHash(memberId, code)}
      and used_at is null`.execute(db);
  return rows.length === 1;
}

/** Marks the code as used; false when it is not this member's or was used before. */
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
