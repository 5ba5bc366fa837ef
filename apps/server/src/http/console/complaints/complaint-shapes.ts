import { z } from 'zod';
import { type ComplaintRecord, readComplaint } from '../../../complaints/records.ts';
import type { Tx } from '../../../db/transaction.ts';
import { findSlip } from '../../../draw/slips/slip-records.ts';
import type { Account } from '../../../ledger/lock.ts';
import type { Catalogue } from '../../../lottery/catalogue.ts';
import { readLocale } from '../../../members/account/locale.ts';
import { namesOfStaff } from '../../../staff/names.ts';
import { answerSlip } from '../../shared/answers.ts';
import {
  answerComplaint,
  answerFullComplaint,
  ComplaintAnswer,
  FullComplaintAnswer,
} from '../../shared/complaint-answers.ts';
import { SlipAnswer, Uuid } from '../../shared/shapes.ts';
import { memberNames } from '../members/member-names.ts';
import { MemberParams } from '../members/member-params.ts';

export const ComplaintParams = MemberParams.extend({ id: Uuid });

/** A complaint in a list of all members'. */
export const ConsoleComplaintAnswer = ComplaintAnswer.extend({ memberId: z.uuid(), userName: z.string() });
z.globalRegistry.add(ConsoleComplaintAnswer, { id: 'ConsoleComplaint' });

export const ReadComplaintAnswer = FullComplaintAnswer.extend({
  memberId: z.uuid(),
  userName: z.string(),
  locale: z.string().nullable().describe('Language that the member chose; null if they chose none'),
  bet: SlipAnswer.nullable().describe('The bet as it is now; null if its rows are gone'),
  answeredBy: z.string().nullable().describe('Name of the staff member who answered'),
});
z.globalRegistry.add(ReadComplaintAnswer, { id: 'ReadComplaint' });

/** Complaints with the user names of their members. */
export async function answerAllForConsole(
  q: Tx['q'],
  records: readonly ComplaintRecord[],
): Promise<z.infer<typeof ConsoleComplaintAnswer>[]> {
  const userName = await memberNames(
    q,
    records.map(({ memberId }) => memberId),
  );
  return records.map((record) => ({
    ...answerComplaint(record),
    memberId: record.memberId,
    userName: userName(record.memberId),
  }));
}

/** Throws `not-found`. */
export async function readForConsole(
  tx: Tx,
  catalogue: Catalogue,
  account: Account,
  id: string,
): Promise<z.infer<typeof ReadComplaintAnswer>> {
  const complaint = await readComplaint(tx.q, account, id);
  const staffId = complaint.entries.find((entry) => entry.staffId !== null)?.staffId ?? null;
  const names = await namesOfStaff(tx.q, staffId === null ? [] : [staffId]);
  const slip = await findSlip(tx.q, catalogue, account, complaint.slipId);
  return {
    ...answerFullComplaint(complaint),
    memberId: complaint.memberId,
    userName: (await memberNames(tx.q, [complaint.memberId]))(complaint.memberId),
    locale: await readLocale(tx.q, account),
    bet: slip && answerSlip(slip),
    answeredBy: staffId === null ? null : (names.get(staffId) ?? ''),
  };
}
