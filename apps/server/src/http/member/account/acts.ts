import { z } from 'zod';
import { isProposal, listActs } from '../../../audit/acts.ts';
import type { Db } from '../../../db/pool.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { page, pageQuery } from '../../shared/shapes.ts';

const CURSOR = /^\d{1,18}$/;

const MemberActAnswer = z.object({
  seq: z.string().describe('Index in the audit log'),
  atMs: z.number().int(),
  act: z.string(),
  role: z.string().nullable().describe('Role of the staff member; null for automatic acts'),
  why: z.string().nullable(),
});

export function memberActsRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/me/acts',
    config: { access: 'restricted' },
    schema: {
      tags: ['members'],
      summary: 'Acts of staff on the member’s money or account, views included; newest first',
      querystring: pageQuery(CURSOR),
      response: { 200: page(MemberActAnswer), ...PROBLEMS },
    },
    handler: async (request) => {
      const { limit, cursor } = request.query;
      const before = cursor === undefined ? {} : { before: BigInt(cursor) };
      const found = await listActs(deps.db, { member: identityOf(request), limit, ...before });
      const items = found.items.map(({ seq, atMs, act, staff, why }) => ({
        seq: String(seq),
        atMs,
        act,
        role: staff?.role ?? null,
        why: isProposal(act) ? null : why,
      }));
      return { ...found, items };
    },
  });
}
