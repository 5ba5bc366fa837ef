import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { pendingStakes } from '../../../draw/settlement/pending-stakes.ts';
import { DAY_MS } from '../../../durations.ts';
import { addUp, lifetimeNetDeposits, type Turnover, turnoverByDay } from '../../../ledger/turnover.ts';
import { Refusal } from '../../../refusal.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { Minor } from '../../shared/shapes.ts';
import { Day } from '../../shared/statement-query.ts';

const Sums = {
  stakedMinor: Minor.describe('Stakes minus returned stakes'),
  wonMinor: Minor,
  inMinor: Minor.describe('Credited top-ups'),
  outMinor: Minor.describe('Paid withdrawals minus payouts that the bank returned'),
};

const ReportAnswer = z.object({
  ...Sums,
  refundedMinor: Minor.describe('Returned stakes, of void and of late draws'),
  profitMinor: Minor.describe('Payouts minus stakes'),
  pendingMinor: Minor.describe('Stakes of draws that are not paid yet, part of the total stakes'),
  lifetimeNetDepositsMinor: Minor.describe('Total top-ups minus total withdrawals'),
  days: z.array(z.object({ day: z.iso.date(), ...Sums })).describe('Every day of the range, in order'),
});
z.globalRegistry.add(ReportAnswer, { id: 'Report' });

const DAYS_MAX = 366;

export function reportRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/me/report',
    config: { access: 'restricted', readCost: 2 },
    schema: {
      tags: ['ledger'],
      summary: 'Totals of stakes, wins, top-ups and withdrawals over up to 366 UTC days',
      description: 'A bet counts with its outcome on the day of its lock, a withdrawal on the day of its request.',
      querystring: z.object({ from: Day, to: Day }),
      response: { 200: ReportAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const identity = identityOf(request);
      const days = daysOf(request.query);
      const found = await turnoverByDay(deps.db, identity, request.query);
      const byDay = new Map(found.map((one) => [one.day, one]));
      const sum = addUp(found);
      return {
        ...inJson(sum),
        refundedMinor: String(sum.refunded),
        profitMinor: String(sum.won - sum.staked),
        pendingMinor: String(await pendingStakes(deps.db, identity, request.query)),
        lifetimeNetDepositsMinor: String(await lifetimeNetDeposits(deps.db, identity)),
        days: days.map((day) => ({ day, ...inJson(byDay.get(day) ?? addUp([])) })),
      };
    },
  });
}

/** All days of the span. Throws `date-bad` if it ends before it begins or is too long. */
function daysOf({ from, to }: { from: string; to: string }): string[] {
  const first = Date.parse(`${from}T00:00:00Z`);
  const count = (Date.parse(`${to}T00:00:00Z`) - first) / DAY_MS + 1;
  if (count < 1 || count > DAYS_MAX) throw new Refusal('date-bad', { daysMax: DAYS_MAX }, { to: 'date-bad' });
  return Array.from({ length: count }, (_, index) => new Date(first + index * DAY_MS).toISOString().slice(0, 10));
}

function inJson({ staked, won, in: came, out }: Turnover) {
  return { stakedMinor: String(staked), wonMinor: String(won), inMinor: String(came), outMinor: String(out) };
}
