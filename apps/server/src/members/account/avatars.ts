import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import { Refusal } from '../../refusal.ts';

/** Names of the house's drawings. The app has exactly one drawing for each. */
export const MADE_AVATARS = [
  'made-1',
  'made-2',
  'made-3',
  'made-4',
  'made-5',
  'made-6',
  'made-7',
  'made-8',
  'made-9',
  'made-10',
  'made-11',
  'made-12',
] as const;

export type MadeAvatar = (typeof MADE_AVATARS)[number];

/** A member's avatar: none, a drawing of the house, or their own picture. */
export type Avatar =
  | { kind: 'none' }
  | { kind: 'made'; id: MadeAvatar }
  /** `version` is derived from the picture's bytes. */
  | { kind: 'own'; version: string };

export interface MemberPicture {
  /** WebP bytes. */
  picture: Buffer;
  version: string;
}

/** Maps a row of `members.avatar`, or its absence. A drawing that no longer exists counts as none. */
export function avatarOf(row: { made: string | null; version: string | null } | null): Avatar {
  if (row?.version) return { kind: 'own', version: row.version };
  const id = MADE_AVATARS.find((made) => made === row?.made);
  return id === undefined ? { kind: 'none' } : { kind: 'made', id };
}

export async function chooseMadeAvatar(tx: Tx, account: Account, id: MadeAvatar): Promise<Avatar> {
  await put(tx, account, { made: id, picture: null, version: null });
  return { kind: 'made', id };
}

/** Stores a picture that the server has encoded itself. */
export async function setMemberPicture(tx: Tx, account: Account, webp: Uint8Array): Promise<Avatar> {
  const version = createHash('sha256').update(webp).digest('hex').slice(0, 16);
  await put(tx, account, { made: null, picture: Buffer.from(webp), version });
  return { kind: 'own', version };
}

/** Replaces the avatar; the last of concurrent calls wins. Throws `closing` for a member who is leaving. */
async function put(
  tx: Tx,
  { bucket, memberId }: Account,
  { made, picture, version }: { made: string | null; picture: Buffer | null; version: string | null },
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into members.avatar (bucket, member_id, made, picture, version, set_at)
    select ${bucket}::smallint, ${memberId}::uuid, ${made}, ${picture}::bytea, ${version}, clock.now()
    where not exists (
      select from members.closure c where ${ofMember({ bucket, memberId }, 'c')}
    )
    on conflict (bucket, member_id) do update
      set made = excluded.made, picture = excluded.picture, version = excluded.version, set_at = excluded.set_at`.execute(
    tx.q,
  );
  if (numAffectedRows === 0n) throw new Refusal('closing');
}

/** Deletes the avatar and its picture. */
export async function removeAvatar(tx: Tx, { bucket, memberId }: Account): Promise<void> {
  await tx.q.deleteFrom('members.avatar').where(ofMember({ bucket, memberId })).execute();
}

/** The member's own picture; null when they have none. */
export async function readMemberPicture(db: Db, { bucket, memberId }: Account): Promise<MemberPicture | null> {
  const row = await db
    .selectFrom('members.avatar')
    .select(['picture', 'version'])
    .where(ofMember({ bucket, memberId }))
    .executeTakeFirst();
  return row?.picture && row.version ? { picture: row.picture, version: row.version } : null;
}
