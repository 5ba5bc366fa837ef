import { z } from 'zod';
import { askRegisterIfDue } from '../../../identity-checks/register-answers.ts';
import { refuseUnacknowledged } from '../../../members/account/funds-acknowledgements.ts';
import { startTopUp } from '../../../payments/top-ups/start-top-up.ts';
import { readTopUp } from '../../../payments/top-ups/top-ups.ts';
import { identityOf } from '../../auth.ts';
import { refuseOtherCountry } from '../../caller-country.ts';
import type { Http } from '../../http.ts';
import { localeOf } from '../../shared/accept-language.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { keyOf, MoneyHeaders, readAmount, TypedAmount } from '../../shared/money-input.ts';
import { pageOrigin } from '../../shared/page-origin.ts';
import { TopUpAnswer } from '../../shared/wallet-shapes.ts';
import { refuseUnanswered, refuseUnready } from '../account/readiness.ts';
import type { MemberDeps } from '../deps.ts';
import { answerTopUp } from './top-up-answers.ts';

/** Path to which the provider returns the browser. The page follows the top-up from there. */
const RETURN_PATH = '/Recharge?topUp=';

type StartDeps = Pick<MemberDeps, 'members' | 'payments' | 'security' | 'register'>;

export function startTopUpRoute(http: Http, deps: StartDeps): void {
  const { members, payments, security, register } = deps;
  http.route({
    method: 'POST',
    url: '/api/me/top-ups',
    config: { access: 'member' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['wallet'],
      summary: 'Start a top-up, once for each Idempotency-Key: it is paid on the provider’s page',
      headers: MoneyHeaders,
      body: z.strictObject({ amountMinor: TypedAmount }),
      response: { 201: z.object({ topUp: TopUpAnswer }), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const identity = identityOf(request);
      const origin = pageOrigin(request, security);
      await askRegisterIfDue(register, identity);
      const id = await startTopUp(payments, identity, {
        key: keyOf(request),
        amount: readAmount(request.body.amountMinor),
        returnUrlOf: (topUpId) => `${origin}${RETURN_PATH}${topUpId}`,
        locale: localeOf(request),
        admit: async (tx) => {
          refuseOtherCountry(request, security.country);
          await refuseUnready(tx.q, identity);
          await refuseUnanswered(tx.q, identity);
          await refuseUnacknowledged(tx.q, identity, members.house.funds);
        },
      });
      const topUp = await readTopUp(payments.db, identity, id);
      return reply.code(201).send({ topUp: answerTopUp(topUp) });
    },
  });
}
