import { z } from 'zod';
import type { Tx } from '../../../db/transaction.ts';
import type { Account } from '../../../ledger/lock.ts';
import { readLocale } from '../../../members/account/locale.ts';
import { readLimits } from '../../../members/limits/limits.ts';
import { CASE_REASONS, interactionsOf, type RiskCase, readCase } from '../../../risk/cases.ts';
import { INTERACTION_ACTIONS, INTERACTION_OUTCOMES } from '../../../risk/interactions.ts';
import { readSigns } from '../../../risk/own-signs.ts';
import { SUGGESTION_ANSWERS, suggestionsOf } from '../../../risk/suggestions.ts';
import { namesOfStaff } from '../../../staff/names.ts';
import { answerSigns, KindValue, SignAnswer, SignsAnswer, SuggestionAnswer } from '../../shared/limit-answers.ts';
import { Uuid } from '../../shared/shapes.ts';
import { memberNames } from '../members/member-names.ts';
import { MemberParams } from '../members/member-params.ts';

export const CaseParams = MemberParams.extend({ id: Uuid });

const Millis = z.number().int();

/** A case in a list of all members'. */
export const RiskCaseAnswer = z.object({
  id: z.uuid(),
  memberId: z.uuid(),
  userName: z.string(),
  reason: z.enum(CASE_REASONS),
  signs: z.array(SignAnswer).describe('Signs of harm when the case was opened'),
  netDeposit: z
    .object({ days: z.number().int(), thresholdMinor: z.string(), netMinor: z.string() })
    .nullable()
    .describe('The threshold that was reached; null for other reasons'),
  openedAtMs: Millis,
  dueAtMs: Millis.nullable().describe('From when on it waits for staff: a later day is a follow-up; null: done'),
  closedAtMs: Millis.nullable(),
  interactions: z.number().int(),
});
z.globalRegistry.add(RiskCaseAnswer, { id: 'RiskCase' });

export const ReadRiskCaseAnswer = RiskCaseAnswer.extend({
  locale: z.string().nullable().describe('Language that the member chose; null if they chose none'),
  now: SignsAnswer.describe('Signs at the last look'),
  limits: z.array(z.object({ kind: KindValue, value: z.string().nullable() })),
  suggestions: z.array(
    SuggestionAnswer.extend({
      answer: z.enum(SUGGESTION_ANSWERS).nullable().describe('Null: the member has not answered'),
      answeredAtMs: Millis.nullable(),
    }),
  ),
  entries: z
    .array(
      z.object({
        id: z.uuid(),
        staff: z.string(),
        action: z.enum(INTERACTION_ACTIONS),
        outcome: z.enum(INTERACTION_OUTCOMES),
        words: z.string(),
        followUpAtMs: Millis.nullable(),
        atMs: Millis,
      }),
    )
    .describe('What staff did, oldest first'),
});
z.globalRegistry.add(ReadRiskCaseAnswer, { id: 'ReadRiskCase' });

/** Cases with the user names of their members. */
export async function answerCases(q: Tx['q'], cases: readonly RiskCase[]): Promise<z.infer<typeof RiskCaseAnswer>[]> {
  const userName = await memberNames(
    q,
    cases.map(({ memberId }) => memberId),
  );
  return cases.map(({ bucket: _bucket, netDeposit, ...found }) => ({
    ...found,
    userName: userName(found.memberId),
    netDeposit: netDeposit && {
      days: netDeposit.days,
      thresholdMinor: String(netDeposit.threshold),
      netMinor: String(netDeposit.net),
    },
  }));
}

/** Throws `not-found`. */
export async function readCaseForConsole(
  tx: Tx,
  account: Account,
  id: string,
): Promise<z.infer<typeof ReadRiskCaseAnswer>> {
  const found = await readCase(tx.q, account, id);
  const [answer] = await answerCases(tx.q, [found]);
  if (answer === undefined) throw new Error('a case without an answer');
  const entries = await interactionsOf(tx.q, account, id);
  const names = await namesOfStaff(tx.q, [...new Set(entries.map(({ staffId }) => staffId))]);
  const suggestions = await suggestionsOf(tx.q, account, id);
  const limits = await readLimits(tx.q, account);
  return {
    ...answer,
    locale: await readLocale(tx.q, account),
    now: answerSigns(await readSigns(tx.q, account)),
    limits: limits.map(({ kind, value }) => ({ kind, value: value === null ? null : String(value) })),
    suggestions: suggestions.map(({ id: suggestion, kind, value, at, expiresAt, answer: given, answeredAt }) => ({
      ...{ id: suggestion, kind, value: String(value), answer: given },
      ...{ atMs: at.getTime(), expiresAtMs: expiresAt.getTime(), answeredAtMs: answeredAt?.getTime() ?? null },
    })),
    entries: entries.map(({ staffId, ...entry }) => ({ ...entry, staff: names.get(staffId) ?? '' })),
  };
}
