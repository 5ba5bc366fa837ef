import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { closedByFaults, FAULT_CURSOR, listFaults, listUnprovenDraws } from '../../../reconciliation/read-faults.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { Minor, page, pageQuery } from '../../shared/shapes.ts';
import { given } from '../list-filter.ts';
import { memberNames } from '../members/member-names.ts';
import { staffOf } from '../staff-caller.ts';

const SignedMinor = Minor.or(z.string().regex(/^-?\d{1,30}$/));

const FaultAnswer = z.object({
  id: z.string(),
  what: z
    .string()
    .describe('Code of the fault, such as `no-cause`, `not-posted`, `amount`, `unsaid`, `unproven: dice`'),
  memberId: z.uuid().nullable(),
  userName: z.string().nullable().describe('User name of the member; null for a fault without one'),
  kind: z.string().nullable().describe('Kind of the transfer'),
  day: z.string().nullable(),
  ref: z.uuid().nullable(),
  drawId: z.string().nullable(),
  postedMinor: SignedMinor.nullable().describe('Amount in the ledger; null without a transfer'),
  dueMinor: SignedMinor.nullable().describe('Amount by the cause; null without a cause'),
  foundAtMs: z.number().int(),
  reviewId: z.uuid().nullable().describe('Proposal by which two people reviewed it; null before'),
});

const Answer = page(FaultAnswer).extend({
  unprovenDraws: z
    .array(z.object({ drawId: z.string(), step: z.string(), what: z.string(), atMs: z.number().int() }))
    .describe('Draws that could not be verified and are not paid; their tables are closed'),
  closed: z
    .array(z.object({ subject: z.string(), sinceMs: z.number().int() }))
    .describe('Areas closed because of faults: `money-in`, or `table/` and the key of a lottery'),
});

export function ledgerFaultsRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/ledger-faults',
    config: { access: 'staff', roles: ['finance', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Faults found by the reconciliation, newest first, and what is closed because of them',
      querystring: pageQuery(FAULT_CURSOR).extend({
        open: z.enum(['true', 'false']).default('false').describe('Only faults that two people have not reviewed'),
      }),
      response: { 200: Answer, ...PROBLEMS },
    },
    handler: (request) => {
      const { limit, cursor, open } = request.query;
      return transaction(db, async (tx) => {
        const found = await listFaults(tx.q, { ...given({ cursor }), open: open === 'true', limit });
        const members = found.items.flatMap(({ memberId }) => (memberId === null ? [] : [memberId]));
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'ledger-faults-read', after: { members: [...new Set(members)] } });
        const userName = await memberNames(tx.q, members);
        const items = found.items.map(({ posted, due, ...fault }) => ({
          userName: fault.memberId === null ? null : userName(fault.memberId),
          ...{ ...fault, postedMinor: textOf(posted), dueMinor: textOf(due) },
        }));
        const [unprovenDraws, closed] = [await listUnprovenDraws(tx.q), await closedByFaults(tx.q)];
        return { ...found, items, unprovenDraws, closed };
      });
    },
  });
}

function textOf(amount: bigint | null): string | null {
  return amount === null ? null : String(amount);
}
