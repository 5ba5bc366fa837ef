import { toHex } from '@tercet/fair';
import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { readShownDraw } from '../../../draw/evidence/book-evidence.ts';
import { inclusionOf } from '../../../draw/evidence/sealed-leaves.ts';
import { periodOf } from '../../../draw/periods.ts';
import { findReceipt, type StoredReceipt } from '../../../draw/slips/receipts.ts';
import { listSlips } from '../../../draw/slips/slip-list.ts';
import { findSlip, SLIP_STATES } from '../../../draw/slips/slip-records.ts';
import { localizedCatalogue } from '../../../lottery/localized-catalogue.ts';
import { Refusal } from '../../../refusal.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { answerProof, answerSlip, signReceipt } from '../../shared/answers.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { PlacedAnswer, page, pageQuery, SlipAnswer, SlipKey, SlipProofAnswer, Uuid } from '../../shared/shapes.ts';
import { DAYS, spanOf } from '../../shared/statement-query.ts';
import type { MemberDeps } from '../deps.ts';
import { replay } from './place-slip.ts';

type Deps = Pick<MemberDeps, 'db' | 'slips' | 'receiptKeys'>;

const Id = z.object({ id: Uuid });

export function listSlipsRoute(http: Http, deps: Deps): void {
  http.route({
    method: 'GET',
    url: '/api/slips',
    config: { access: 'restricted' },
    schema: {
      tags: ['slips'],
      summary: 'The member’s slips, newest first',
      querystring: pageQuery().extend({
        ...DAYS,
        status: z.enum(SLIP_STATES).optional(),
        lottery: z.string().max(32).optional(),
      }),
      response: { 200: page(SlipAnswer), ...PROBLEMS },
    },
    handler: async (request) => {
      const { limit, cursor, status, lottery, ...days } = request.query;
      const catalogue = localizedCatalogue(deps.slips.catalogue(), request.headers['accept-language']);
      const lotteryId = lottery === undefined ? undefined : catalogue.byKey.get(lottery)?.id;
      if (lottery !== undefined && lotteryId === undefined) throw new Refusal('not-found');
      const found = await listSlips(deps.db, catalogue, identityOf(request), {
        limit,
        ...spanOf(days),
        ...(cursor === undefined ? {} : { cursor }),
        ...(status === undefined ? {} : { state: status }),
        ...(lotteryId === undefined ? {} : { lotteryId }),
      });
      return { ...found, items: found.items.map(answerSlip) };
    },
  });
}

export function readSlipRoute(http: Http, deps: Deps): void {
  http.route({
    method: 'GET',
    url: '/api/slips/:id',
    config: { access: 'restricted' },
    schema: {
      tags: ['slips'],
      summary: 'One slip of the member',
      params: Id,
      response: { 200: SlipAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const catalogue = localizedCatalogue(deps.slips.catalogue(), request.headers['accept-language']);
      const slip = await findSlip(deps.db, catalogue, identityOf(request), request.params.id);
      if (!slip) throw new Refusal('not-found');
      return answerSlip(slip);
    },
  });
}

export function slipProofRoute(http: Http, deps: Deps): void {
  http.route({
    method: 'GET',
    url: '/api/slips/:id/proof',
    config: { access: 'restricted', readCost: 5 },
    schema: {
      tags: ['slips'],
      summary: 'The evidence to verify one of the member’s slips: receipt, inclusion in the seal, draw',
      params: Id,
      response: { 200: SlipProofAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const identity = identityOf(request);
      const receipt = await findReceipt(deps.db, deps.slips.catalogue(), identity, { slipId: request.params.id });
      if (!receipt?.salt) throw new Refusal('receipt-not-found');
      return {
        receipt: signReceipt({ ...receipt, salt: receipt.salt }, identity.userName, deps.receiptKeys),
        ...(await proofOfSlip(deps.db, receipt)),
      };
    },
  });
}

/**
 * A slip's place in its seal, and its draw with the book's evidence. Index, count and path are null if no seal
 * contains the slip. Throws `not-found`.
 */
export async function proofOfSlip(db: Db, receipt: StoredReceipt) {
  const shown = await readShownDraw(db, receipt.lottery, receipt.period);
  if (!shown) throw new Refusal('not-found');
  const { root, slipCount } = shown.evidence.record;
  const period = periodOf(receipt.lottery, receipt.period);
  const inclusion = root === null ? null : await inclusionOf(db, period, receipt);
  return {
    index: inclusion?.index ?? null,
    count: slipCount,
    proof: inclusion?.proof.map(toHex) ?? null,
    draw: answerProof(shown.evidence, shown.book),
  };
}

export function readReceiptRoute(http: Http, deps: Deps): void {
  http.route({
    method: 'GET',
    url: '/api/receipts/:key',
    config: { access: 'restricted', readCost: 2 },
    schema: {
      tags: ['slips'],
      summary: 'The answer to a placed slip, by its Idempotency-Key. 404 is not final: DELETE makes it so',
      params: z.object({ key: SlipKey }),
      response: { 200: PlacedAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const identity = identityOf(request);
      const catalogue = localizedCatalogue(deps.slips.catalogue(), request.headers['accept-language']);
      // A slip that this process is still judging may yet be accepted: answer after it.
      return deps.slips.queue.inTurn(identity.memberId, () =>
        replay({ ...deps, catalogue }, identity, request.params.key),
      );
    },
  });
}
