import { z } from 'zod';
import { type Tx, transaction } from '../../../db/transaction.ts';
import type { Identity } from '../../../identity.ts';
import { refuseUnknown } from '../../../identity-checks/admission.ts';
import { lockBalance } from '../../../ledger/lock.ts';
import { isClosing } from '../../../members/account/closures.ts';
import { ageInYears } from '../../../members/account/membership.ts';
import { refuseExcluded } from '../../../members/limits/exclusion-in-force.ts';
import { whyMoneyInClosed } from '../../../payments/rules/money-switch.ts';
import { Refusal } from '../../../refusal.ts';
import { buyTitle } from '../../../video/purchases.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { keyOf, MoneyHeaders, readAmount, TypedAmount } from '../../shared/money-input.ts';
import { Minor, Uuid } from '../../shared/shapes.ts';
import type { MemberDeps } from '../deps.ts';
import { answerPurchase } from './video-answers.ts';
import { PurchaseAnswer } from './video-shapes.ts';

type Deps = Pick<MemberDeps, 'db' | 'house' | 'onBalance'>;

export function buyVideoRoute(http: Http, deps: Deps): void {
  http.route({
    method: 'POST',
    url: '/api/videos/:id/purchases',
    config: { access: 'member' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['video'],
      summary: 'Buy access to a title for a time: once for each Idempotency-Key',
      headers: MoneyHeaders,
      params: z.object({ id: Uuid }),
      body: z.strictObject({
        priceMinor: TypedAmount.describe('Price that the member saw; the call is refused if it has changed'),
        hours: z.number().int().min(1).max(87_600).describe('Hours of access that the member saw'),
      }),
      response: { 201: z.object({ purchase: PurchaseAnswer, availableMinor: Minor }), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const identity = identityOf(request);
      const ask = {
        key: keyOf(request),
        titleId: request.params.id,
        price: readAmount(request.body.priceMinor),
        hours: request.body.hours,
        admit: (tx: Tx) => refuseSpending(tx, identity),
        yearsOf: (tx: Tx) => ageInYears(tx.q, identity),
      };
      const answer = await transaction(deps.db, async (tx) => {
        const purchase = await buyTitle(tx, identity, ask);
        const available = await lockBalance(tx, identity);
        tx.onCommit(() => deps.onBalance(identity, available));
        return { purchase: answerPurchase(purchase), availableMinor: String(available) };
      });
      return reply.code(201).send(answer);
    },
  });
}

/**
 * Refuses a purchase by a member whom the house could not pay out. Throws `payouts-unhealthy`, `ledger-wrong`,
 * `closing`, `excluded`, `self-excluded`, and in a live house the missing part of the identity.
 */
async function refuseSpending(tx: Tx, identity: Identity): Promise<void> {
  const closed = await whyMoneyInClosed(tx.q);
  if (closed !== null) throw new Refusal(closed);
  if (await isClosing(tx.q, identity)) throw new Refusal('closing');
  await refuseExcluded(tx.q, identity);
  await refuseUnknown(tx.q, identity);
}
