import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { bucketOf } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { grouped, hashCode, randomCode, readCode } from './codes.ts';

const PREFIX = 'TERC';
const LENGTH = 8;

/**
 * Makes a single-use invite and returns its code (`TERC-XXXX-XXXX`), which is not stored and cannot be shown again.
 * `issuer` is the member who invites, null for the house. A seed may name the `code` itself.
 */
export async function createInvite(
  tx: Tx,
  invite: { issuer: string | null; expiresAt: Date; code?: string },
): Promise<string> {
  const code = invite.code === undefined ? randomCode(LENGTH) : readInviteCode(invite.code);
  if (code === null) throw new Refusal('invite-bad');
  await tx.q
    .insertInto('members.invite')
    .values({
      code_hash: inviteHash(code),
      issuer_bucket: invite.issuer === null ? null : bucketOf(invite.issuer),
      issuer_id: invite.issuer,
      created_at: await clockNow(tx.q),
      expires_at: invite.expiresAt,
    })
    .execute();
  return invite.code ?? `${PREFIX}-${grouped(code)}`;
}

/** The eight characters of an invite as typed, with or without the prefix; null when it cannot be one. */
export function readInviteCode(typed: string): string | null {
  const code = readCode(typed);
  if (code === null) return null;
  const bare = code.length === PREFIX.length + LENGTH && code.startsWith(PREFIX) ? code.slice(PREFIX.length) : code;
  return bare.length === LENGTH ? bare : null;
}

/** Whether an invite could be used now. Only `claimInvite` decides. */
export async function isInviteOpen(db: Db, code: string): Promise<boolean> {
  const row = await db
    .selectFrom('members.invite')
    .select('code_hash')
    .where('code_hash', '=', inviteHash(code))
    .where('used_by', 'is', null)
    .where('expires_at', '>', sql<Date>`clock.now()`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes the invite for this member. Of all that try, the row's lock lets one through; the others get false. */
export async function claimInvite(tx: Tx, code: string, memberId: string): Promise<boolean> {
  const now = await clockNow(tx.q);
  const { numUpdatedRows } = await tx.q
    .updateTable('members.invite')
    .set({ used_bucket: bucketOf(memberId), used_by: memberId, used_at: now })
    .where('code_hash', '=', inviteHash(code))
    .where('used_by', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function inviteHash(code: string): Buffer {
  return hashCode('invite', code);
}
