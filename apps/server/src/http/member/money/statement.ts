import type { Db } from '../../../db/pool.ts';
import type { Catalogue } from '../../../lottery/catalogue.ts';
import { localizedCatalogue } from '../../../lottery/localized-catalogue.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { pageQuery } from '../../shared/shapes.ts';
import { answerStatement, STATEMENT_CURSOR, StatementAnswer } from '../../shared/statement-answers.ts';
import { FILTER, filterOf } from '../../shared/statement-query.ts';

export function statementRoute(http: Http, deps: { db: Db; catalogue: () => Catalogue }): void {
  http.route({
    method: 'GET',
    url: '/api/me/statement',
    config: { access: 'restricted', readCost: 2 },
    schema: {
      tags: ['ledger'],
      summary: 'All transfers of the member, newest first',
      querystring: pageQuery(STATEMENT_CURSOR).extend(FILTER),
      response: { 200: StatementAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const { limit, cursor, ...filter } = request.query;
      const query = { ...filterOf(filter), limit, ...(cursor === undefined ? {} : { cursor }) };
      return answerStatement(
        { ...deps, catalogue: () => localizedCatalogue(deps.catalogue(), request.headers['accept-language']) },
        identityOf(request),
        query,
      );
    },
  });
}
