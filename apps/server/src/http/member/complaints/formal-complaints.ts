import { z } from 'zod';
import { listFormal, readFormal } from '../../../complaints/formal/records.ts';
import { ROW_CURSOR } from '../../../db/keyset.ts';
import type { Db } from '../../../db/pool.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import {
  answerFormalRecord,
  answerFullFormal,
  FormalComplaintAnswer,
  FormalKind,
  FullFormalComplaintAnswer,
} from '../../shared/complaint-answers.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { page, pageQuery, Uuid } from '../../shared/shapes.ts';

export function listFormalComplaintsRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/me/formal-complaints',
    config: { access: 'restricted' },
    schema: {
      tags: ['complaints'],
      summary: 'The member’s formal complaints, newest first',
      querystring: pageQuery(ROW_CURSOR).extend({
        kind: FormalKind.default('complaint').describe('`data`: requests about the member’s data'),
      }),
      response: { 200: page(FormalComplaintAnswer), ...PROBLEMS },
    },
    handler: async (request) => {
      const { limit, cursor, kind } = request.query;
      const query = { limit, kind, ...(cursor === undefined ? {} : { cursor }) };
      const found = await listFormal(deps.db, identityOf(request), query);
      return { ...found, items: found.items.map(answerFormalRecord) };
    },
  });
}

export function readFormalComplaintRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/me/formal-complaints/:id',
    config: { access: 'restricted' },
    schema: {
      tags: ['complaints'],
      summary: 'One of the member’s formal complaints with its entries',
      params: z.object({ id: Uuid }),
      response: { 200: FullFormalComplaintAnswer, ...PROBLEMS },
    },
    handler: async (request) => answerFullFormal(await readFormal(deps.db, identityOf(request), request.params.id)),
  });
}
