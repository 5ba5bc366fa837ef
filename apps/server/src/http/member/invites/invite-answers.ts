import { z } from 'zod';
import type { MemberInvite } from '../../../members/invites/member-invites.ts';

const Millis = z.number().int();

export const InviteAnswer = z.object({
  id: z.uuid(),
  state: z.enum(['open', 'used', 'expired', 'withdrawn']),
  code: z.string().nullable().describe('Code of an open invite; null for others'),
  createdAtMs: Millis,
  expiresAtMs: Millis,
  usedBy: z.string().nullable().describe('User name of the member who joined with it; null if unused'),
  usedAtMs: Millis.nullable(),
  withdrawnAtMs: Millis.nullable(),
});
z.globalRegistry.add(InviteAnswer, { id: 'Invite' });

export function answerInvite({
  createdAt,
  expiresAt,
  usedAt,
  withdrawnAt,
  ...invite
}: MemberInvite): z.infer<typeof InviteAnswer> {
  return {
    ...invite,
    createdAtMs: createdAt.getTime(),
    expiresAtMs: expiresAt.getTime(),
    usedAtMs: usedAt?.getTime() ?? null,
    withdrawnAtMs: withdrawnAt?.getTime() ?? null,
  };
}
