import { sql } from 'kysely';
import { ofMember } from '../../db/member-rows.ts';
import type { Identity } from '../../identity.ts';
import { Refusal } from '../../refusal.ts';
import type { MembersDeps } from '../deps.ts';
import { type Exclusion, exclusionOf } from '../limits/exclusion-in-force.ts';
import { type Avatar, avatarOf } from './avatars.ts';
import { isClosing } from './closures.ts';
import { type Suspension, suspensionOf } from './suspensions.ts';

/** A member's own view of their account. Amounts are minor units. */
export interface Me {
  id: string;
  userName: string;
  /** Whole years since joining. */
  years: number;
  avatar: Avatar;
  /** IP address of the previous sign-in. */
  lastAddress: string | null;
  available: bigint;
  held: bigint;
  unreadMessages: number;
  restricted: boolean;
  suspension: Suspension | null;
  exclusion: Exclusion | null;
  /** True while the account is being closed and paid out. */
  closing: boolean;
  createdAt: Date;
  agreementVersion: number;
  currentAgreementVersion: number;
}

/** Reads the signed-in member. Throws `signed-out` when the member or session no longer exists. */
export async function readMe(deps: MembersDeps, identity: Identity): Promise<Me> {
  const { rows } = await sql<{
    user_name: string;
    made: string | null;
    version: string | null;
    created_at: Date;
    years: number;
    agreement_version: number;
    available: bigint;
    held: bigint;
    last_address: string | null;
    unread: bigint;
  }>`
    select m.user_name, m.created_at, extract(year from age(clock.now(), m.created_at))::integer as years,
      m.agreement_version, b.available, b.held, a.made, a.version,
      (
        select s.address from members.session s
        where s.bucket = m.bucket and s.member_id = m.member_id and s.created_at < this.created_at
        order by s.created_at desc limit 1
      ) as last_address,
      (
        select count(*) from members.message w
        where w.bucket = m.bucket and w.member_id = m.member_id and w.read_at is null
      ) as unread
    from members.member m
    join ledger.balance b on b.bucket = m.bucket and b.member_id = m.member_id
    join members.session this on this.bucket = m.bucket and this.member_id = m.member_id
      and this.token_hash = ${identity.tokenHash}
    left join members.avatar a on a.bucket = m.bucket and a.member_id = m.member_id
    where ${ofMember(identity, 'm')}`.execute(deps.db);
  const row = rows[0];
  if (!row) throw new Refusal('signed-out');
  return {
    id: identity.memberId,
    userName: row.user_name,
    years: row.years,
    avatar: avatarOf(row),
    lastAddress: row.last_address,
    available: row.available,
    held: row.held,
    unreadMessages: Number(row.unread),
    restricted: identity.restricted,
    suspension: await suspensionOf(deps.db, identity.memberId),
    exclusion: await exclusionOf(deps.db, identity),
    closing: await isClosing(deps.db, identity),
    createdAt: row.created_at,
    agreementVersion: row.agreement_version,
    currentAgreementVersion: deps.house.agreementVersion,
  };
}
