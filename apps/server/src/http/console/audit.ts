import { z } from 'zod';
import { type LoggedAct, listActs } from '../../audit/acts.ts';
import { record } from '../../audit/audit.ts';
import { bucketOf } from '../../db/ids.ts';
import type { Db } from '../../db/pool.ts';
import { transaction } from '../../db/transaction.ts';
import type { Http } from '../http.ts';
import { PROBLEMS } from '../member/forms.ts';
import { Hex, page, pageQuery } from '../member/shapes.ts';
import { staffOf } from './staff-caller.ts';

export const ACT_CURSOR = /^\d{1,18}$/;

export const ActAnswer = z.object({
  seq: z.string().describe('The place in the log, from 0 and without a gap'),
  atMs: z.number().int(),
  staff: z
    .object({ id: z.uuid(), name: z.string(), role: z.string() })
    .nullable()
    .describe('Null for what was done by the house itself, or at its terminal'),
  act: z.string(),
  why: z.string().nullable(),
  memberId: z.uuid().nullable(),
  subject: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  address: z.string(),
  hash: Hex,
});
z.globalRegistry.add(ActAnswer, { id: 'Act' });

/** Whoever reads the log is in it: what he saw of a member is an act like any other. */
export function listActsRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/audit',
    config: { access: 'staff', roles: ['auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'The acts of staff, newest first',
      querystring: pageQuery(ACT_CURSOR).extend({ member: z.uuid().optional() }),
      response: { 200: page(ActAnswer), ...PROBLEMS },
    },
    handler: (request) => {
      const { limit, cursor, member } = request.query;
      const about = member === undefined ? {} : { member: { bucket: bucketOf(member), memberId: member } };
      return transaction(deps.db, async (tx) => {
        const before = cursor === undefined ? {} : { before: BigInt(cursor) };
        const found = await listActs(tx.q, { limit, ...before, ...about });
        await record(tx, { staff: staffOf(request), act: 'audit-read', why: null, ...about, address: request.ip });
        return { ...found, items: found.items.map(answerAct) };
      });
    },
  });
}

export function answerAct({ seq, ...act }: LoggedAct): z.infer<typeof ActAnswer> {
  return { ...act, seq: String(seq) };
}
