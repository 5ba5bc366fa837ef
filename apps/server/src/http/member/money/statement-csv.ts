import { z } from 'zod';
import { beginConsistentRead } from '../../../db/consistent-read.ts';
import type { Identity } from '../../../identity.ts';
import type { StatementFilter } from '../../../ledger/statement-lines.ts';
import { walkStatement } from '../../../ledger/statement-walk.ts';
import { CSV_HEAD, csvOf } from '../../../statement/csv.ts';
import { describeLine } from '../../../statement/describe.ts';
import type { Language } from '../../../statement/words.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { sendDownload } from '../../shared/download.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { placesOf } from '../../shared/statement-answers.ts';
import { FILTER, filterOf } from '../../shared/statement-query.ts';
import type { DocumentDeps } from './deps.ts';
import { LocaleQuery, languageOf, nameOf, spokenIn } from './documents.ts';

/** Time limit of a download, which holds a database connection: a stalled one is aborted. */
const DOWNLOAD_MS_MAX = 60_000;

export function statementCsvRoute(http: Http, deps: DocumentDeps): void {
  http.route({
    method: 'GET',
    url: '/api/me/statement.csv',
    config: { access: 'restricted', readCost: 10 },
    schema: {
      tags: ['ledger'],
      summary: 'The statement as CSV, oldest first',
      querystring: z.object(FILTER).extend(LocaleQuery.shape),
      response: {
        200: { description: 'UTF-8, RFC 4180', content: { 'text/csv': { schema: z.any() } } },
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const identity = identityOf(request);
      const { locale, ...wishes } = request.query;
      const filter = filterOf(wishes);
      deps.limits.count(identity.memberId);
      const leave = deps.limits.enter(identity.memberId);
      const pieces = csvPieces(deps, identity, filter, languageOf(request, deps.house, locale), leave);
      return sendDownload(reply, {
        type: 'text/csv; charset=utf-8',
        name: 'statement.csv',
        pieces,
        msMax: DOWNLOAD_MS_MAX,
      });
    },
  });
}

/** Yields the file in pieces from one read. Calls `leave` when it ends, also by an error or an abort. */
async function* csvPieces(
  deps: DocumentDeps,
  identity: Identity,
  filter: StatementFilter,
  language: Language,
  leave: () => void,
): AsyncGenerator<string, undefined> {
  try {
    const read = await beginConsistentRead(deps.db);
    try {
      let head = CSV_HEAD;
      for await (const lines of walkStatement(read.q, identity, filter)) {
        const places = await placesOf(read.q, spokenIn(deps, language), identity, lines);
        const { currency, exponent } = deps.house;
        const table = csvOf(lines, {
          currency,
          exponent,
          describe(line) {
            const place = places.get(line.ref);
            return describeLine(line, language.words, place && nameOf(place));
          },
        });
        yield head + table;
        head = '';
      }
      if (head !== '') yield head;
    } finally {
      await read.end();
    }
  } finally {
    leave();
  }
}
