import { z } from 'zod';
import { type ComplaintRecord, readComplaint } from '../../../complaints/records.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Account } from '../../../ledger/lock.ts';
import { namesOfStaff } from '../../../staff/names.ts';
import {
  answerComplaint,
  answerFullComplaint,
  ComplaintAnswer,
  FullComplaintAnswer,
} from '../../shared/complaint-answers.ts';
import { Uuid } from '../../shared/shapes.ts';
import { MemberParams } from '../members/member-params.ts';

export const ComplaintParams = MemberParams.extend({ id: Uuid });

/** A complaint in a list of all members'. */
export const ConsoleComplaintAnswer = ComplaintAnswer.extend({ memberId: z.uuid() });
z.globalRegistry.add(ConsoleComplaintAnswer, { id: 'ConsoleComplaint' });

export const ReadComplaintAnswer = FullComplaintAnswer.extend({
  memberId: z.uuid(),
  answeredBy: z.string().nullable().describe('Name of the staff member who answered'),
});
z.globalRegistry.add(ReadComplaintAnswer, { id: 'ReadComplaint' });

export function answerForConsole(record: ComplaintRecord): z.infer<typeof ConsoleComplaintAnswer> {
  return { ...answerComplaint(record), memberId: record.memberId };
}

/** Throws `not-found`. */
export async function readForConsole(
  tx: Tx,
  account: Account,
  id: string,
): Promise<z.infer<typeof ReadComplaintAnswer>> {
  const complaint = await readComplaint(tx.q, account, id);
  const staffId = complaint.entries.find((entry) => entry.staffId !== null)?.staffId ?? null;
  const names = await namesOfStaff(tx.q, staffId === null ? [] : [staffId]);
  return {
    ...answerFullComplaint(complaint),
    memberId: complaint.memberId,
    answeredBy: staffId === null ? null : (names.get(staffId) ?? ''),
  };
}
