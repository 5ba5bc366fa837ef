import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { listAllComplaints } from '../../../complaints/records.ts';
import type { RowMacs } from '../../../crypto/row-macs.ts';
import { clockNow } from '../../../db/clock.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { listAllThreads } from '../../../desk/records.ts';
import type { Account } from '../../../ledger/lock.ts';
import { levelOf } from '../../../members/account/level.ts';
import { yearsAsMember } from '../../../members/account/membership.ts';
import { readPerson } from '../../../members/persons/persons.ts';
import { activePayee } from '../../../payments/payees/payees.ts';
import { listLegalHolds } from '../../../payments/rules/legal-holds.ts';
import { readWallet } from '../../../payments/wallet.ts';
import { listWithdrawals } from '../../../payments/withdrawals/withdrawal-records.ts';
import type { Role } from '../../../staff/roles.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { answerLimits, LimitsAnswer } from '../../shared/limit-answers.ts';
import { Minor } from '../../shared/shapes.ts';
import type { ConsoleDeps } from '../deps.ts';
import { waitingCorrections } from '../proposals/propose-correction.ts';
import { staffOf } from '../staff-caller.ts';
import { accountOf, MemberParams } from './member-params.ts';
import { answerMemberLine, asMember, MemberLineAnswer, memberOrRefuse } from './member-shapes.ts';

const Millis = z.number().int();
const Count = z.number().int();

/** Payouts shown one by one. */
const LAST_PAYOUTS = 3;

const MemberSummaryAnswer = MemberLineAnswer.extend({
  realName: z.string().nullable(),
  level: z.number().int().min(1).max(3),
  availableMinor: Minor,
  heldMinor: Minor,
  netDepositsMinor: Minor.describe('Total top-ups minus total withdrawals'),
  payouts: z.object({
    paid: Count,
    refused: Count,
    last: z.array(z.object({ amountMinor: Minor, atMs: Millis })).describe('Paid ones, newest first, at most 3'),
  }),
  limits: LimitsAnswer.describe('The member’s own limits; staff cannot change them'),
  open: z
    .object({
      withdrawals: Count.nullable(),
      corrections: Count.nullable(),
      legalHolds: Count.nullable().describe('Proposed and active ones'),
      complaints: Count,
      threads: Count.nullable(),
    })
    .describe('Cases that have not ended; null if the role may not list them'),
});
z.globalRegistry.add(MemberSummaryAnswer, { id: 'MemberSummary' });

type Deps = Pick<ConsoleDeps, 'members' | 'payments' | 'staff'>;

const MONEY_READERS: readonly Role[] = ['finance', 'auditor', 'owner'];
const DESK_READERS: readonly Role[] = ['support', 'auditor', 'owner'];

/** What a decision needs to know about its member, in one read. */
export function memberSummaryRoute(http: Http, deps: Deps): void {
  const { db } = deps.members;
  http.route({
    method: 'GET',
    url: '/api/console/members/:memberId/summary',
    config: { access: 'staff', roles: ['support', 'finance', 'auditor', 'owner'], readCost: 3 },
    schema: {
      tags: ['console'],
      summary: 'One member beside a decision: level, balance, payouts, own limits and open cases',
      params: MemberParams,
      response: { 200: MemberSummaryAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const account = accountOf(request.params);
      const staff = staffOf(request);
      // Before any data leaves, check that the member exists and write the audit event.
      const line = await transaction(db, async (tx) => {
        const member = await memberOrRefuse(tx.q, account);
        await record(tx, { staff, why: null, address: request.ip, act: 'member-read', member: account });
        return member;
      });
      const { available, held, netDeposits } = await readWallet(deps.payments, account);
      const facts = await transaction(db, async (tx) => ({
        ...(await personOf(tx, account)),
        payouts: await payoutsOf(tx, account),
        open: await openCases(tx, deps, account, staff.role),
      }));
      return {
        ...answerMemberLine(line),
        ...facts,
        availableMinor: String(available),
        heldMinor: String(held),
        netDepositsMinor: String(netDeposits),
        limits: await answerLimits(deps.members, asMember(line)),
      };
    },
  });
}

async function personOf({ q }: Tx, account: Account) {
  const { realName } = await readPerson(q, account);
  const payee = await activePayee(q, account);
  const { years } = await yearsAsMember(q, account);
  return { realName, level: levelOf({ verified: realName !== null && payee !== null, years }) };
}

async function payoutsOf({ q }: Tx, account: Account) {
  const paid = await listWithdrawals(q, null, account, { state: 'paid', limit: LAST_PAYOUTS });
  const refused = await listWithdrawals(q, null, account, { state: 'refused', limit: 1 });
  return {
    paid: paid.total,
    refused: refused.total,
    last: paid.items.map(({ amount, endedAtMs, submittedAtMs }) => ({
      amountMinor: String(amount),
      atMs: endedAtMs ?? submittedAtMs,
    })),
  };
}

async function openCases({ q }: Tx, { staff, payments }: Deps, account: Account, role: Role) {
  const { memberId } = account;
  const seesMoney = MONEY_READERS.includes(role);
  const withdrawals = seesMoney ? await listWithdrawals(q, null, account, { state: 'open', limit: 1 }) : null;
  const threads = DESK_READERS.includes(role)
    ? await listAllThreads(q, { member: account, state: 'open', limit: 1 })
    : null;
  return {
    withdrawals: withdrawals?.total ?? null,
    corrections: seesMoney ? (await waitingCorrections(q, staff, memberId)).length : null,
    legalHolds: seesMoney ? await countOpenHolds(q, payments.macs, account) : null,
    complaints: (await listAllComplaints(q, { memberId, state: 'open', limit: 1 })).total,
    threads: threads?.total ?? null,
  };
}

async function countOpenHolds(q: Tx['q'], macs: RowMacs, account: Account): Promise<number> {
  const now = await clockNow(q);
  const holds = await listLegalHolds(q, macs, account);
  return holds.filter(({ liftedAt, expiresAt }) => liftedAt === null && expiresAt > now).length;
}
