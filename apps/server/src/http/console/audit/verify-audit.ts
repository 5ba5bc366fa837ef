import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { FAULT_CODES, STEP_MAX, verifyStep } from '../../../audit/verify.ts';
import { publishedAuditHeads } from '../../../book/audit-heads.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';

const Answer = z.object({
  from: z.string(),
  checked: z.number().int().describe(`Number of acts that this step verified: at most ${STEP_MAX}`),
  next: z
    .string()
    .nullable()
    .describe('Index at which the next step starts; null at the end, and if the chain is broken'),
  size: z.string().describe('Number of acts in the log'),
  brokenAt: z.string().nullable().describe('Index of the first changed act; null if none was found'),
  fault: z.enum(FAULT_CODES).nullable(),
  what: z.string().nullable().describe('Description of the fault, as in the operator command; null without one'),
  headsInBook: z.number().int().describe('Number of audit log heads in the public book, all of which are compared'),
});

export function verifyAuditRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/audit/verification',
    config: { access: 'staff', roles: ['auditor', 'owner'], readCost: 10 },
    schema: {
      tags: ['console'],
      summary: 'Verify a part of the audit log; finds the first act that was changed, moved or removed',
      querystring: z.object({
        from: z
          .string()
          .regex(/^\d{1,18}$/)
          .default('0'),
      }),
      response: { 200: Answer, ...PROBLEMS },
    },
    handler: async (request) => {
      const { from } = request.query;
      const heads = await publishedAuditHeads(db);
      const { size, brokenAt, fault, what, checked, next } = await verifyStep(db, heads, BigInt(from));
      // Beyond the log's end there is nothing to verify. A mistyped number must not enter the log.
      if (BigInt(from) > size) throw new Refusal('not-found');
      const verdict = { from, checked, brokenAt: inText(brokenAt), fault, what };
      await transaction(db, (tx) => {
        const by = { staff: staffOf(request), why: null, address: request.ip };
        return record(tx, { ...by, act: 'audit-verified', after: verdict });
      });
      return { ...verdict, next: inText(next), size: String(size), headsInBook: heads.length };
    },
  });
}

function inText(seq: bigint | null): string | null {
  return seq === null ? null : String(seq);
}
