import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { findSlip } from '../../../draw/slips/slip-records.ts';
import type { Identity } from '../../../identity.ts';
import { readAct } from '../../../ledger/statement.ts';
import type { StatementLine } from '../../../ledger/statement-lines.ts';
import { LEDGER_KINDS } from '../../../ledger/transfer-kinds.ts';
import { paymentsOfTopUp } from '../../../payments/top-ups/top-ups-of-payments.ts';
import { readWithdrawal } from '../../../payments/withdrawals/withdrawal-records.ts';
import { Refusal } from '../../../refusal.ts';
import { receiptDocument, type SlipFacts } from '../../../statement/compose.ts';
import { SLIP_KINDS } from '../../../statement/describe.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { asFile } from '../../shared/download.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { Uuid } from '../../shared/shapes.ts';
import type { DocumentDeps } from './deps.ts';
import { LocaleQuery, letterheadOf, spokenIn } from './documents.ts';

export function receiptPdfRoute(http: Http, deps: DocumentDeps): void {
  http.route({
    method: 'GET',
    url: '/api/me/receipts/:ref.pdf',
    config: { access: 'restricted', readCost: 5 },
    schema: {
      tags: ['ledger'],
      summary: 'Receipt of one transaction as PDF: amount, time, and how to verify it',
      params: z.object({ ref: Uuid.describe('`ref` of a line of the statement, or the id of a top-up') }),
      querystring: LocaleQuery.extend({
        kind: z.enum(LEDGER_KINDS).optional().describe('Only transfers of this kind'),
      }),
      response: {
        200: { description: 'A PDF document', content: { 'application/pdf': { schema: z.any() } } },
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const identity = identityOf(request);
      const { ref } = request.params;
      const { locale, kind } = request.query;
      deps.limits.count(identity.memberId);
      const act = await readActOf(deps.db, identity, ref);
      const lines = kind === undefined ? act : act.filter((line) => line.kind === kind);
      if (lines.length === 0) throw new Refusal('not-found');
      const isOfSlip = lines.some((line) => SLIP_KINDS.has(line.kind));
      const letterhead = letterheadOf(request, deps, identity, locale);
      const slip = isOfSlip ? await factsOf(spokenIn(deps, letterhead.language), identity, ref) : null;
      const isPayout = lines.some((line) => line.kind === 'post');
      const payout = isPayout ? await readWithdrawal(deps.db, null, identity, ref) : null;
      const paper = receiptDocument(letterhead, lines, slip, payout?.traceRef ?? null);
      const pdf = await deps.printer.print(paper);
      return asFile(reply, 'application/pdf', `receipt-${ref}.pdf`).send(
        Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength),
      );
    },
  });
}

/** The lines of an act. Those of a top-up bear the ids of its payments. */
async function readActOf(db: Db, identity: Identity, ref: string): Promise<StatementLine[]> {
  const lines = await readAct(db, identity, ref);
  if (lines.length > 0) return lines;
  const payments = await paymentsOfTopUp(db, identity, ref);
  return (await Promise.all(payments.map((payment) => readAct(db, identity, payment)))).flat();
}

async function factsOf(deps: DocumentDeps, identity: Identity, ref: string): Promise<SlipFacts | null> {
  const slip = await findSlip(deps.db, deps.catalogue(), identity, ref);
  return (
    slip && {
      lottery: slip.lottery.name,
      period: slip.period,
      drawId: slip.drawId,
      bets: slip.selections,
      dice: slip.dice,
    }
  );
}
