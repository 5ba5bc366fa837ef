import { z } from 'zod';
import { type FormalRecord, readFormal } from '../../../complaints/formal/records.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Account } from '../../../ledger/lock.ts';
import { readLocale } from '../../../members/account/locale.ts';
import { namesOfStaff } from '../../../staff/names.ts';
import {
  answerFormalRecord,
  FormalComplaintAnswer,
  FullFormalComplaintAnswer,
} from '../../shared/complaint-answers.ts';
import { memberNames } from '../members/member-names.ts';

/** A formal complaint in a list of all members'. */
export const ConsoleFormalAnswer = FormalComplaintAnswer.extend({ memberId: z.uuid(), userName: z.string() });
z.globalRegistry.add(ConsoleFormalAnswer, { id: 'ConsoleFormalComplaint' });

export const ReadFormalAnswer = FullFormalComplaintAnswer.extend({
  memberId: z.uuid(),
  userName: z.string(),
  locale: z.string().nullable().describe('Language that the member chose; null if they chose none'),
  entries: z
    .array(FullFormalComplaintAnswer.shape.entries.element.extend({ staff: z.string().nullable() }))
    .describe('Entries, oldest first, with the names of staff'),
});
z.globalRegistry.add(ReadFormalAnswer, { id: 'ReadFormalComplaint' });

/** Formal complaints with the user names of their members. */
export async function answerFormalList(
  q: Tx['q'],
  records: readonly FormalRecord[],
): Promise<z.infer<typeof ConsoleFormalAnswer>[]> {
  const userName = await memberNames(
    q,
    records.map(({ memberId }) => memberId),
  );
  return records.map((record) => ({
    ...answerFormalRecord(record),
    memberId: record.memberId,
    userName: userName(record.memberId),
  }));
}

/** Throws `not-found`. */
export async function readFormalForConsole(
  tx: Tx,
  account: Account,
  id: string,
): Promise<z.infer<typeof ReadFormalAnswer>> {
  const { entries, ...record } = await readFormal(tx.q, account, id);
  const names = await namesOfStaff(
    tx.q,
    entries.flatMap(({ staffId }) => staffId ?? []),
  );
  return {
    ...answerFormalRecord(record),
    memberId: record.memberId,
    userName: (await memberNames(tx.q, [record.memberId]))(record.memberId),
    locale: await readLocale(tx.q, account),
    entries: entries.map(({ staffId, ...entry }) => ({
      ...entry,
      staff: staffId === null ? null : (names.get(staffId) ?? ''),
    })),
  };
}
