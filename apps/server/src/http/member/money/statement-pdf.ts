import { z } from 'zod';
import { beginConsistentRead } from '../../../db/consistent-read.ts';
import { Refusal } from '../../../refusal.ts';
import { monthDocument } from '../../../statement/compose.ts';
import { readMonth } from '../../../statement/read-month.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { asFile } from '../../shared/download.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { placesOf } from '../../shared/statement-answers.ts';
import type { DocumentDeps } from './deps.ts';
import { LocaleQuery, letterheadOf, nameOf, spokenIn } from './documents.ts';

export function statementPdfRoute(http: Http, deps: DocumentDeps): void {
  http.route({
    method: 'GET',
    url: '/api/me/statement/:month.pdf',
    config: { access: 'restricted', readCost: 10 },
    schema: {
      tags: ['ledger'],
      summary: 'The statement of a UTC month as PDF',
      description: 'Over 1 000 transfers in a month are summed up by day; the CSV file has every transfer.',
      params: z.object({ month: z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/) }),
      querystring: LocaleQuery,
      response: {
        200: { description: 'A PDF document', content: { 'application/pdf': { schema: z.any() } } },
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const identity = identityOf(request);
      const { month } = request.params;
      deps.limits.count(identity.memberId);
      const head = letterheadOf(request, deps, identity, request.query.locale);
      const read = await beginConsistentRead(deps.db);
      let paper: ReturnType<typeof monthDocument>;
      try {
        const found = await readMonth(read.q, identity, month);
        if (!found) throw new Refusal('not-found');
        const places = await placesOf(read.q, spokenIn(deps, head.language), identity, found.lines ?? []);
        paper = monthDocument(head, found, new Map([...places].map(([ref, place]) => [ref, nameOf(place)])));
      } finally {
        await read.end();
      }
      const pdf = await deps.printer.print(paper);
      return asFile(reply, 'application/pdf', `statement-${month}.pdf`).send(
        Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength),
      );
    },
  });
}
