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
  checked: z.number().int().describe(`At most ${STEP_MAX} in one step`),
  next: z.string().nullable().describe('Where the next step begins; null at the end, and where the chain is broken'),
  size: z.string().describe('How many acts the log says it has'),
  brokenAt: z.string().nullable().describe('The first act that is not as it was written; null while none was found'),
  fault: z.enum(FAULT_CODES).nullable(),
  what: z.string().nullable().describe('The same in words, as the command says it'),
  headsInBook: z.number().int().describe('Heads of the log that the public book shows; all are held against it'),
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
