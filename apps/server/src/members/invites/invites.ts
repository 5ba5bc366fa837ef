import { sql } from 'kysely';
import { grouped, hashCode, randomCode, readCode } from '../../crypto/codes.ts';
import { clockNow } from '../../db/clock.ts';
import { bucketOf } from '../../db/ids.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Identity } from '../../identity.ts';
import { Refusal } from '../../refusal.ts';
import { isClosing } from '../account/closures.ts';
import { suspensionOf } from '../account/suspensions.ts';
import { exclusionOf } from '../limits/exclusion-in-force.ts';

const PREFIX = 'TERC';
const LENGTH = 8;

/**
 * Makes a single-use invite and returns its code (`TERC-XXXX-XXXX`). The code is not stored and can be shown only now.
 * `issuer` is the inviting member, null for the house. A seed may set `code` itself.
 */
export async function createInvite(
  tx: Tx,
  invite: { issuer: string | null; expiresAt: Date; code?: string },
): Promise<string> {
  return (await writeInvite(tx, invite)).code;
}

/** Like `createInvite`, but also returns the stored hash. */
export async function writeInvite(
  tx: Tx,
  invite: { issuer: string | null; expiresAt: Date; code?: string },
): Promise<{ code: string; codeHash: Buffer }> {
  const code = invite.code === undefined ? randomCode(LENGTH) : readInviteCode(invite.code);
  if (code === null) throw new Refusal('invite-bad');
  const codeHash = inviteHash(code);
  await tx.q
    .insertInto('members.invite')
    .values({
      code_hash: codeHash,
      issuer_bucket: invite.issuer === null ? null : bucketOf(invite.issuer),
      issuer_id: invite.issuer,
      created_at: await clockNow(tx.q),
      expires_at: invite.expiresAt,
    })
    .execute();
  return { code: invite.code ?? `${PREFIX}-${grouped(code)}`, codeHash };
}

/** Parses a typed invite code to its eight characters, with or without the prefix; null when it cannot be one. */
export function readInviteCode(typed: string): string | null {
  const code = readCode(typed);
  if (code === null) return null;
  const bare = code.length === PREFIX.length + LENGTH && code.startsWith(PREFIX) ? code.slice(PREFIX.length) : code;
  return bare.length === LENGTH ? bare : null;
}

/** Notes that a person who tried an unused invite is too young, and when they are of age. The latest day counts. */
export async function noteTooYoung(db: Db, code: string, birthDate: string, ageMin: number): Promise<void> {
  await sql`update members.invite
    set of_age_on = greatest(of_age_on, (${birthDate}::date + make_interval(years => ${ageMin}))::date)
    where code_hash = ${inviteHash(code)} and used_by is null`.execute(db);
}

/** True if a person who was too young tried the invite, and is not of age yet. */
export async function triedTooYoung(db: Db, code: string, today: Date): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select of_age_on > ${today}::date as is from members.invite where code_hash = ${inviteHash(code)}`.execute(db);
  return rows[0]?.is === true;
}

/** True when an invite looks usable. Only `claimInvite` decides. */
export async function isInviteOpen(db: Db, code: string): Promise<boolean> {
  const row = await db
    .selectFrom('members.invite')
    .select(['issuer_bucket as bucket', 'issuer_id as memberId'])
    .where('code_hash', '=', inviteHash(code))
    .where('used_by', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', sql<Date>`clock.now()`)
    .executeTakeFirst();
  return row !== undefined && (await isIssuerGood(db, row));
}

/** Claims an invite for a new member. The row lock lets one concurrent caller through; the others get false. */
export async function claimInvite(tx: Tx, code: string, memberId: string): Promise<boolean> {
  const now = await clockNow(tx.q);
  const claimed = await tx.q
    .updateTable('members.invite')
    .set({ used_bucket: bucketOf(memberId), used_by: memberId, used_at: now })
    .where('code_hash', '=', inviteHash(code))
    .where('used_by', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    // Another call may have noted a date of birth that is too young.
    .where((either) =>
      either.or([either('of_age_on', 'is', null), either('of_age_on', '<=', sql<string>`${now}::date`)]),
    )
    .returning(['issuer_bucket as bucket', 'issuer_id as memberId'])
    .executeTakeFirst();
  return claimed !== undefined && (await isIssuerGood(tx.q, claimed));
}

/**
 * Withdraws an unused invite; the row lock orders this against its use. Also true when it was withdrawn before. False
 * when it was used or has expired.
 */
export async function takeInviteBack(tx: Tx, codeHash: Buffer): Promise<boolean> {
  const now = await clockNow(tx.q);
  const { numUpdatedRows } = await tx.q
    .updateTable('members.invite')
    .set({ withdrawn_at: sql<Date>`coalesce(withdrawn_at, ${now})` })
    .where('code_hash', '=', codeHash)
    .where('used_by', 'is', null)
    .where((either) => either.or([either('expires_at', '>', now), either('withdrawn_at', 'is not', null)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Why a member's invites do not work; null when they do. */
export async function mayInvite(q: Db | Tx['q'], maker: Maker): Promise<'suspended' | 'closing' | 'excluded' | null> {
  if (await isClosing(q, maker)) return 'closing';
  // Their invites would let them come back in as a new member.
  if ((await exclusionOf(q, maker)) !== null) return 'excluded';
  return (await suspensionOf(q, maker.memberId)) === null ? null : 'suspended';
}

type Maker = Pick<Identity, 'bucket' | 'memberId'>;

/** Invites of the house always work. */
async function isIssuerGood(
  q: Db | Tx['q'],
  { bucket, memberId }: { bucket: number | null; memberId: string | null },
): Promise<boolean> {
  if (bucket === null || memberId === null) return true;
  return (await mayInvite(q, { bucket, memberId })) === null;
}

function inviteHash(code: string): Buffer {
  return hashCode('invite', code);
}
