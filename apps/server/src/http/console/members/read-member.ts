import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import type { Account } from '../../../ledger/lock.ts';
import { levelOf } from '../../../members/account/level.ts';
import { listSuspensions, yearsAsMember } from '../../../members/account/membership.ts';
import type { MemberLine } from '../../../members/account/search.ts';
import { readFinanceState } from '../../../members/finance-password/finance-state.ts';
import { readPerson } from '../../../members/persons/persons.ts';
import { listSessions } from '../../../members/sessions/member-sessions.ts';
import { activePayee, nextPayee } from '../../../payments/payees/payees.ts';
import { readWallet } from '../../../payments/wallet.ts';
import type { StaffDeps } from '../../../staff/deps.ts';
import { readVideoChoice } from '../../../video/watch-history.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { answerLimits, LimitsAnswer } from '../../shared/limit-answers.ts';
import { answerPayee } from '../../shared/payee-answers.ts';
import { Minor } from '../../shared/shapes.ts';
import { PayeeAnswer } from '../../shared/wallet-shapes.ts';
import type { ConsoleDeps } from '../deps.ts';
import { WaitingCorrection, waitingCorrections } from '../proposals/propose-correction.ts';
import { staffOf } from '../staff-caller.ts';
import { accountOf, MemberParams } from './member-params.ts';
import { answerMemberLine, asMember, MemberLineAnswer, memberOrRefuse } from './member-shapes.ts';

const Millis = z.number().int();

const ReadMemberAnswer = MemberLineAnswer.extend({
  level: z.number().int().min(1).max(3),
  birthDate: z.string(),
  realName: z.string().nullable(),
  availableMinor: Minor,
  heldMinor: Minor,
  netDepositsMinor: Minor.describe('Total top-ups minus total withdrawals'),
  waitingCorrections: z
    .array(WaitingCorrection)
    .describe('Corrections that await another person of the role `finance`; newest first, at most 50'),
  payee: PayeeAnswer.nullable().describe('Masked, for every role'),
  nextPayee: PayeeAnswer.nullable(),
  financePassword: z.object({
    set: z.boolean(),
    lockedUntilMs: Millis.nullable(),
    resetAtMs: Millis.nullable(),
  }),
  videoAccess: z.boolean().describe('The member’s own switch; staff cannot change it'),
  limits: LimitsAnswer.describe('The member’s own limits; staff cannot change them'),
  suspensions: z
    .array(
      z.object({
        id: z.uuid(),
        reason: z.string(),
        fromMs: Millis,
        untilMs: Millis.nullable(),
        liftedAtMs: Millis.nullable(),
      }),
    )
    .describe('Newest first, at most 20'),
  sessions: z.object({
    total: z.number().int(),
    items: z.array(
      z.object({
        id: z.string(),
        device: z.object({ browser: z.string().nullable(), system: z.string().nullable() }),
        address: z.string().nullable(),
        startedAtMs: Millis,
        usedAtMs: Millis,
      }),
    ),
  }),
});
z.globalRegistry.add(ReadMemberAnswer, { id: 'ReadMember' });

type ReadDeps = Pick<ConsoleDeps, 'members' | 'payments' | 'staff'>;

export function readMemberRoute(http: Http, deps: ReadDeps): void {
  const { db } = deps.members;
  http.route({
    method: 'GET',
    url: '/api/console/members/:memberId',
    config: { access: 'staff', roles: ['support', 'finance', 'auditor', 'owner'], readCost: 3 },
    schema: {
      tags: ['console'],
      summary: 'One member: person, balance, own limits and breaks, and sessions',
      params: MemberParams,
      response: { 200: ReadMemberAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const account = accountOf(request.params);
      // Before any data leaves, check that the member exists and write the audit event.
      const line = await transaction(db, async (tx) => {
        const member = await memberOrRefuse(tx.q, account);
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'member-read', member: account });
        return member;
      });
      const person = await transaction(db, (tx) => readPersonOf(tx, deps.staff, account));
      return {
        ...answerMemberLine(line),
        ...person,
        ...(await moneyOf(deps, account)),
        limits: await answerLimits(deps.members, asMember(line)),
        sessions: await sessionsOf(deps, line),
      };
    },
  });
}

async function readPersonOf(tx: Tx, staff: StaffDeps, account: Account) {
  const { realName } = await readPerson(tx.q, account);
  const payee = await activePayee(tx.q, account);
  const next = await nextPayee(tx.q, account);
  const { years, birthDate } = await yearsAsMember(tx.q, account);
  const { set, lockedUntil, resetAt } = await readFinanceState(tx.q, account);
  const suspensions = await listSuspensions(tx.q, account);
  const { access: videoAccess } = await readVideoChoice(tx.q, account);
  return {
    level: levelOf({ verified: realName !== null && payee !== null, years }),
    birthDate,
    realName,
    videoAccess,
    waitingCorrections: await waitingCorrections(tx.q, staff, account.memberId),
    payee: payee && answerPayee(payee),
    nextPayee: next && answerPayee(next),
    financePassword: { set, lockedUntilMs: lockedUntil?.getTime() ?? null, resetAtMs: resetAt?.getTime() ?? null },
    suspensions: suspensions.map(({ from, until, liftedAt, ...same }) => ({
      ...same,
      fromMs: from.getTime(),
      untilMs: until?.getTime() ?? null,
      liftedAtMs: liftedAt?.getTime() ?? null,
    })),
  };
}

async function moneyOf({ payments }: ReadDeps, account: Account) {
  const { available, held, netDeposits } = await readWallet(payments, account);
  return { availableMinor: String(available), heldMinor: String(held), netDepositsMinor: String(netDeposits) };
}

async function sessionsOf({ members }: ReadDeps, line: MemberLine) {
  const { items, total } = await listSessions(members.db, asMember(line));
  return { total, items: items.map(({ current: _, ...session }) => session) };
}
