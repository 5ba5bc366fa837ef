import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Identity } from '../../../identity.ts';
import type { Account } from '../../../ledger/lock.ts';
import { findMember, MEMBER_STATES, type MemberLine } from '../../../members/account/search.ts';
import { Refusal } from '../../../refusal.ts';

/** A member in a list. */
export const MemberLineAnswer = z.object({
  id: z.uuid(),
  userName: z.string(),
  joinedAtMs: z.number().int(),
  state: z.enum(MEMBER_STATES),
});
z.globalRegistry.add(MemberLineAnswer, { id: 'MemberLine' });

export function answerMemberLine({ memberId, userName, joinedAtMs, state }: MemberLine) {
  return { id: memberId, userName, joinedAtMs, state };
}

/** Throws `not-found` if the member does not exist. */
export async function memberOrRefuse(q: Db | Tx['q'], account: Account): Promise<MemberLine> {
  const member = await findMember(q, account);
  if (member === null) throw new Refusal('not-found');
  return member;
}

/** The identity that a member's own reads take, without a session. */
export function asMember({ bucket, memberId, userName }: MemberLine): Identity {
  return { bucket, memberId, userName, tokenHash: Buffer.alloc(0), restricted: true };
}
