import { z } from 'zod';
import { openComplaint } from '../../../complaints/ask.ts';
import { readComplaint } from '../../../complaints/records.ts';
import { transaction } from '../../../db/transaction.ts';
import { findReceipt } from '../../../draw/slips/receipts.ts';
import { findSlip } from '../../../draw/slips/slip-records.ts';
import type { Identity } from '../../../identity.ts';
import { lockMember } from '../../../members/account/suspensions.ts';
import { Refusal } from '../../../refusal.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { answerSlip } from '../../shared/answers.ts';
import { answerFullComplaint, FullComplaintAnswer, WORDS_BYTES_MAX } from '../../shared/complaint-answers.ts';
import type { ExportLimits } from '../../shared/export-limits.ts';
import { PROBLEMS, TypedWords } from '../../shared/forms.ts';
import { keyOf, MoneyHeaders } from '../../shared/money-input.ts';
import { Uuid } from '../../shared/shapes.ts';
import type { MemberDeps } from '../deps.ts';
import { proofOfSlip } from '../lottery/slips.ts';

const Body = z.strictObject({ slipId: Uuid, words: TypedWords.describe('10 to 2000 characters') });

type Deps = Pick<MemberDeps, 'db' | 'slips' | 'receiptKeys'>;

/** Open to every member with a bet, also while suspended. */
export function questionBetRoute(http: Http, deps: Deps & { questions: ExportLimits }): void {
  http.route({
    method: 'POST',
    url: '/api/me/complaints',
    config: { access: 'restricted' },
    bodyLimit: WORDS_BYTES_MAX,
    schema: {
      tags: ['complaints'],
      summary: 'File a complaint about a bet, with its proof attached: once for each Idempotency-Key',
      headers: MoneyHeaders,
      body: Body,
      response: { 201: FullComplaintAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const identity = identityOf(request);
      const { slipId, words } = request.body;
      const key = keyOf(request);
      deps.questions.count(identity.memberId);
      const proof = await proofOf(deps, identity, slipId);
      const complaint = await transaction(deps.db, async (tx) => {
        await lockMember(tx, identity.memberId);
        const id = await openComplaint(tx, identity, { key, slipId, words, ...proof });
        return readComplaint(tx.q, identity, id);
      });
      return reply.code(201).send(answerFullComplaint(complaint));
    },
  });
}

/**
 * The bet, its place in the seal and its draw as of now. The receipt's salt is omitted: with it, the leaf would reveal
 * the member's name for as long as the complaint is kept.
 */
async function proofOf({ db, slips }: Deps, identity: Identity, slipId: string) {
  const slip = await findSlip(db, slips.catalogue(), identity, slipId);
  const receipt = await findReceipt(db, slips.catalogue(), identity, { slipId });
  if (!slip || !receipt) throw new Refusal('not-found');
  const { drawId, leafData } = receipt;
  const shown = { slip: answerSlip(slip), leafData: leafData.toString('hex'), ...(await proofOfSlip(db, receipt)) };
  return { drawId, leafData, evidence: JSON.stringify(shown) };
}
