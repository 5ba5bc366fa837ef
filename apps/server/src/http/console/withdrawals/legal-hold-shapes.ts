import { z } from 'zod';
import type { RowMacs } from '../../../crypto/row-macs.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Account } from '../../../ledger/lock.ts';
import {
  findLegalHold,
  type HoldQuery,
  type LegalHold,
  listAllLegalHolds,
  listLegalHolds,
} from '../../../payments/rules/legal-holds.ts';
import { Refusal } from '../../../refusal.ts';
import { namesOfStaff } from '../../../staff/names.ts';
import { Uuid } from '../../shared/shapes.ts';
import { memberNames } from '../members/member-names.ts';
import { MemberParams } from '../members/member-params.ts';

const Millis = z.number().int();
const Person = z.object({ id: z.uuid(), name: z.string() });

export const LegalHoldAnswer = z.object({
  id: z.uuid(),
  authority: z.string(),
  reference: z.string(),
  proposedBy: Person,
  proposedAtMs: Millis,
  confirmedBy: Person.nullable().describe(
    'Staff account that confirmed it; null: not in force until another person confirms it',
  ),
  fromAtMs: Millis.nullable(),
  expiresAtMs: Millis,
  liftedAtMs: Millis.nullable(),
  why: z.string().nullable().describe('Reason of the proposal'),
  userName: z.string().describe('User name of the member'),
});
z.globalRegistry.add(LegalHoldAnswer, { id: 'LegalHold' });

/** An order in a list of all members'. */
export const ListedHoldAnswer = LegalHoldAnswer.extend({ memberId: z.uuid() });
z.globalRegistry.add(ListedHoldAnswer, { id: 'ListedLegalHold' });

export const LegalHoldParams = MemberParams.extend({ id: Uuid });

type LegalHoldJson = z.infer<typeof LegalHoldAnswer>;

/** All orders on a member's money, newest first. */
export async function readLegalHolds(tx: Tx, macs: RowMacs, account: Account): Promise<LegalHoldJson[]> {
  const holds = await listLegalHolds(tx.q, macs, account);
  return inJson(
    tx,
    holds.map((hold) => ({ ...hold, memberId: account.memberId })),
  );
}

export interface ListedHolds {
  items: z.infer<typeof ListedHoldAnswer>[];
  nextCursor: string | null;
  total: number;
}

/** Orders on the money of all members, newest first. */
export async function readAllLegalHolds(tx: Tx, macs: RowMacs, query: HoldQuery): Promise<ListedHolds> {
  const { items, ...rest } = await listAllLegalHolds(tx.q, macs, query);
  const answers = await inJson(tx, items);
  return { ...rest, items: answers.map((answer, n) => ({ ...answer, memberId: items[n]?.memberId ?? '' })) };
}

/** One order. Throws `not-found`. */
export async function readLegalHold(tx: Tx, macs: RowMacs, account: Account, id: string): Promise<LegalHoldJson> {
  const known = await findLegalHold(tx.q, macs, account, id);
  const [answer] = known === null ? [] : await inJson(tx, [{ ...known, memberId: account.memberId }]);
  if (!answer) throw new Refusal('not-found');
  return answer;
}

type OfMember = LegalHold & { memberId: string };

async function inJson(tx: Tx, holds: readonly OfMember[]): Promise<LegalHoldJson[]> {
  const people = holds.flatMap(({ proposedBy, confirmedBy }) =>
    confirmedBy === null ? [proposedBy] : [proposedBy, confirmedBy],
  );
  const names = await namesOfStaff(tx.q, [...new Set(people)]);
  const userName = await memberNames(
    tx.q,
    holds.map(({ memberId }) => memberId),
  );
  const personOf = (id: string) => ({ id, name: names.get(id) ?? '' });
  return holds.map((hold) => ({ ...answerHold(hold, personOf), userName: userName(hold.memberId) }));
}

function answerHold(
  { id, authority, reference, proposedBy, proposedAt, confirmedBy, fromAt, expiresAt, liftedAt, why }: LegalHold,
  personOf: (id: string) => z.infer<typeof Person>,
): Omit<LegalHoldJson, 'userName'> {
  return {
    ...{ id, authority, reference, why },
    proposedBy: personOf(proposedBy),
    proposedAtMs: proposedAt.getTime(),
    confirmedBy: confirmedBy === null ? null : personOf(confirmedBy),
    fromAtMs: fromAt?.getTime() ?? null,
    expiresAtMs: expiresAt.getTime(),
    liftedAtMs: liftedAt?.getTime() ?? null,
  };
}
