import { sql } from 'kysely';
import type { FieldCipher } from '../../crypto/field-cipher.ts';
import { clockNow } from '../../db/clock.ts';
import { newId } from '../../db/ids.ts';
import { pageOf } from '../../db/keyset.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { DAY_MS } from '../../durations.ts';
import type { Identity } from '../../identity.ts';
import { Refusal } from '../../refusal.ts';
import { lockMember } from '../account/suspensions.ts';
import { mayInvite, takeInviteBack, writeInvite } from './invites.ts';

/** A member may make `INVITES_MAX` invites within `INVITES_DAYS` days, each valid for `INVITE_VALID_DAYS`. */
export const INVITES_MAX = 3;
export const INVITES_DAYS = 30;
const INVITE_VALID_DAYS = 14;

export type InviteState = 'open' | 'used' | 'expired' | 'withdrawn';

/** An invite as its maker sees it. */
export interface MemberInvite {
  id: string;
  state: InviteState;
  /** `TERC-XXXX-XXXX`; null when it is no longer open, or its encryption key is missing. */
  code: string | null;
  createdAt: Date;
  expiresAt: Date;
  /** User name of the member who joined with it; null for nobody. */
  usedBy: string | null;
  usedAt: Date | null;
  withdrawnAt: Date | null;
}

/** How many invites the member can still make. */
export interface InviteRoom {
  left: number;
  /** When the next one can be made; null while some are left. */
  nextAt: Date | null;
}

export interface MemberInvitesPage extends InviteRoom {
  items: MemberInvite[];
  nextCursor: string | null;
  total: number;
}

type Maker = Pick<Identity, 'bucket' | 'memberId'>;

interface Deps {
  db: Db;
  cipher: FieldCipher;
}

/**
 * Makes an invite, once per `key`, and returns its id. Holds the member's lock, so that concurrent calls are counted.
 * Throws `suspended`, `closing` or `excluded` for a member whose invites would not work, and `invite-limit`.
 */
export async function makeInvite(tx: Tx, { cipher }: Deps, maker: Maker, key: string): Promise<string> {
  const { bucket, memberId } = maker;
  await lockMember(tx, memberId);
  const made = await tx.q
    .selectFrom('members.member_invite')
    .select('id')
    .where(ofMember({ bucket, memberId }))
    .where('key', '=', key)
    .executeTakeFirst();
  if (made) return made.id;
  const refused = await mayInvite(tx.q, maker);
  if (refused !== null) throw new Refusal(refused);
  if ((await readRoom(tx.q, maker)).left === 0) {
    throw new Refusal('invite-limit', { max: INVITES_MAX, days: INVITES_DAYS });
  }
  const createdAt = await clockNow(tx.q);
  const expiresAt = new Date(createdAt.getTime() + INVITE_VALID_DAYS * DAY_MS);
  const { code, codeHash } = await writeInvite(tx, { issuer: memberId, expiresAt });
  const id = newId();
  const encrypted = cipher.encrypt(code, inviteBinding({ memberId, id }));
  await tx.q
    .insertInto('members.member_invite')
    .values({
      bucket,
      member_id: memberId,
      id,
      key,
      code_hash: codeHash,
      encrypted: encrypted.bytes,
      key_id: encrypted.keyId,
      created_at: createdAt,
      expires_at: expiresAt,
    })
    .execute();
  return id;
}

/**
 * Withdraws an unused invite, which still counts towards the limit. Idempotent. Throws `not-found` for another
 * member's invite, and `too-late` when it was used or has expired.
 */
export async function withdrawInvite(tx: Tx, maker: Maker, id: string): Promise<void> {
  const own = await tx.q
    .selectFrom('members.member_invite')
    .select('code_hash')
    .where(ofMember(maker))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!own) throw new Refusal('not-found');
  if (!(await takeInviteBack(tx, own.code_hash))) throw new Refusal('too-late');
}

/** Lists the member's own invites, newest first. `before` is the id of a listed one (exclusive). */
export async function listMemberInvites(
  deps: Deps,
  maker: Maker,
  { before, limit }: { before?: string; limit: number },
): Promise<MemberInvitesPage> {
  const after = before === undefined ? sql`` : sql`and o.id < ${before}::uuid`;
  const { rows } = await select(maker, sql`${after} order by o.id desc limit ${limit + 1}`).execute(deps.db);
  const { n } = await deps.db
    .selectFrom('members.member_invite')
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .where(ofMember(maker))
    .executeTakeFirstOrThrow();
  const { page, nextCursor } = pageOf(rows, limit, (last) => last.id);
  const items = page.map((row) => inviteOf(deps.cipher, maker, row));
  return {
    items,
    nextCursor,
    total: Number(n),
    ...(await readRoom(deps.db, maker)),
  };
}

/** Reads one of the member's own invites. Throws `not-found`. */
export async function readMemberInvite(deps: Deps, maker: Maker, id: string): Promise<MemberInvite> {
  const { rows } = await select(maker, sql`and o.id = ${id}::uuid`).execute(deps.db);
  if (!rows[0]) throw new Refusal('not-found');
  return inviteOf(deps.cipher, maker, rows[0]);
}

/** Counts invites made within the rolling window, whether used, withdrawn or neither. */
async function readRoom(q: Db | Tx['q'], { bucket, memberId }: Maker): Promise<InviteRoom> {
  const since = new Date((await clockNow(q)).getTime() - INVITES_DAYS * DAY_MS);
  const made = await q
    .selectFrom('members.member_invite')
    .select('created_at')
    .where(ofMember({ bucket, memberId }))
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(INVITES_MAX)
    .execute();
  const oldest = made[INVITES_MAX - 1];
  return {
    left: INVITES_MAX - made.length,
    nextAt: oldest ? new Date(oldest.created_at.getTime() + INVITES_DAYS * DAY_MS) : null,
  };
}

/** Associated data: the row that an encrypted code belongs to. */
export function inviteBinding({ memberId, id }: { memberId: string; id: string }): string {
  return `invite/${memberId}/${id}`;
}

interface Row {
  id: string;
  encrypted: Buffer;
  key_id: string;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
  withdrawn_at: Date | null;
  used_by: string | null;
  over: boolean;
}

function select({ bucket, memberId }: Maker, more: ReturnType<typeof sql>) {
  // The invite and the member who used it may be on other machines than the maker's rows.
  return sql<Row>`
    with own as materialized (
      select o.id, o.code_hash, o.encrypted, o.key_id, o.created_at, o.expires_at from members.member_invite o
      where ${ofMember({ bucket, memberId }, 'o')} ${more}
    ), made as materialized (
      select o.*, i.used_at, i.withdrawn_at, i.used_bucket, i.used_by
      from own o join members.invite i on i.code_hash = o.code_hash
    ), guest as materialized (
      select m.bucket, m.member_id, m.user_name from members.member m
      where (m.bucket, m.member_id) in (select used_bucket, used_by from made)
    )
    select o.id, o.encrypted, o.key_id, o.created_at, o.expires_at, o.used_at, o.withdrawn_at, m.user_name as used_by,
      o.expires_at <= clock.now() as over
    from made o left join guest m on m.bucket = o.used_bucket and m.member_id = o.used_by
    order by o.id desc`;
}

function inviteOf(cipher: FieldCipher, { memberId }: Maker, row: Row): MemberInvite {
  const state = stateOf(row);
  return {
    id: row.id,
    state,
    code: state === 'open' ? openCode(cipher, memberId, row) : null,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedBy: row.used_by,
    usedAt: row.used_at,
    withdrawnAt: row.withdrawn_at,
  };
}

function stateOf({ used_at, withdrawn_at, over }: Row): InviteState {
  if (used_at !== null) return 'used';
  if (withdrawn_at !== null) return 'withdrawn';
  return over ? 'expired' : 'open';
}

function openCode(cipher: FieldCipher, memberId: string, { id, encrypted, key_id }: Row): string | null {
  try {
    return cipher.decrypt({ bytes: encrypted, keyId: key_id }, inviteBinding({ memberId, id }));
  } catch {
    return null;
  }
}
