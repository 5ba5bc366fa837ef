import { z } from 'zod';
import { findSlip } from '../../../draw/slips/slip-records.ts';
import type { Identity } from '../../../identity.ts';
import { readAct } from '../../../ledger/statement.ts';
import { LEDGER_KINDS } from '../../../ledger/transfer-kinds.ts';
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
      params: z.object({ ref: Uuid }),
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
      const act = await readAct(deps.db, identity, ref);
      const lines = kind === undefined ? act : act.filter((line) => line.kind === kind);
      if (lines.length === 0) throw new Refusal('not-found');
      const isOfSlip = lines.some((line) => SLIP_KINDS.has(line.kind));
      const letterhead = letterheadOf(request, deps, identity, locale);
      const slip = isOfSlip ? await factsOf(spokenIn(deps, letterhead.language), identity, ref) : null;
      const paper = receiptDocument(letterhead, lines, slip);
      const pdf = await deps.printer.print(paper);
      return asFile(reply, 'application/pdf', `receipt-${ref}.pdf`).send(
        Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength),
      );
    },
  });
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
