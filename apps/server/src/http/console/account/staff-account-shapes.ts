import { z } from 'zod';
import type { StaffAccount } from '../../../staff/accounts.ts';
import { Uuid } from '../../shared/shapes.ts';
import { answerStaff, StaffAnswer } from '../staff/staff-shapes.ts';

export const StaffAccountAnswer = StaffAnswer.extend({
  hasCode: z.boolean().describe('True if the person signs in with one-time codes'),
  createdAtMs: z.number().int(),
  disabledAtMs: z.number().int().nullable(),
  countsFromMs: z
    .number()
    .int()
    .nullable()
    .describe('Time from which the account counts as one of two people; null: it counts already'),
});
z.globalRegistry.add(StaffAccountAnswer, { id: 'StaffAccount' });

export const StaffParams = z.object({ staffId: Uuid });

/** URI for an authenticator app. Shown once; stored encrypted. */
export const CodeUri = z.string().describe('`otpauth://…` URI for an authenticator app; shown once');

export function answerStaffAccount(account: StaffAccount): z.infer<typeof StaffAccountAnswer> {
  const { hasCode, createdAt, disabledAt, countsFrom } = account;
  return {
    ...answerStaff(account),
    hasCode,
    createdAtMs: createdAt.getTime(),
    disabledAtMs: disabledAt?.getTime() ?? null,
    countsFromMs: countsFrom?.getTime() ?? null,
  };
}
