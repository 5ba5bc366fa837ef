import { z } from 'zod';
import type { MemberInvite } from '../../../members/invites/member-invites.ts';

const Millis = z.number().int();

export const InviteAnswer = z.object({
  id: z.uuid(),
  state: z.enum(['open', 'used', 'expired', 'withdrawn']),
  code: z.string().nullable().describe('Only of one that is open'),
  createdAtMs: Millis,
  expiresAtMs: Millis,
  usedBy: z.string().nullable().describe('The user name of who joined with it'),
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
