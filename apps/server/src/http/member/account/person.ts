import { z } from 'zod';
import { type FinanceState, readFinanceState } from '../../../members/finance-password/finance-state.ts';
import { readPerson } from '../../../members/persons/persons.ts';
import { mayReplacePayee } from '../../../payments/payees/bind-payee.ts';
import { activePayee, nextPayee } from '../../../payments/payees/payees.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { answerPayee } from '../../shared/payee-answers.ts';
import { PayeeAnswer } from '../../shared/wallet-shapes.ts';
import type { MemberDeps } from '../deps.ts';

export const SexValue = z.enum(['man', 'woman']).nullable().describe('Null: not stated');

const Millis = z.number().int();

const PersonAnswer = z.object({
  realName: z.string().nullable().describe('Real name; null until the member sets it'),
  sex: SexValue,
  financePassword: z.object({
    set: z.boolean(),
    lockedUntilMs: Millis.nullable(),
    resetAtMs: Millis.nullable().describe(
      'Time at which a reset takes effect or took effect; afterwards the login password sets a new one. Null without a reset',
    ),
  }),
  payee: PayeeAnswer.nullable().describe('Card or account that receives payouts; null without one'),
  nextPayee: PayeeAnswer.nullable().describe(
    'Replacement that receives payouts from its `activeAtMs`; null without one',
  ),
  mayReplacePayee: z.boolean().describe('True if support permits the member to replace the card or account'),
});
z.globalRegistry.add(PersonAnswer, { id: 'Person' });

export function personRoute(http: Http, { members }: Pick<MemberDeps, 'members'>): void {
  const { db } = members;
  http.route({
    method: 'GET',
    url: '/api/me/person',
    config: { access: 'restricted', readCost: 3 },
    schema: {
      tags: ['person'],
      summary: 'The member’s person data and payee',
      response: { 200: PersonAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const identity = identityOf(request);
      const { realName, sex } = await readPerson(db, identity);
      const payee = await activePayee(db, identity);
      const next = await nextPayee(db, identity);
      return {
        realName,
        sex,
        financePassword: inJson(await readFinanceState(db, identity)),
        payee: payee && answerPayee(payee),
        nextPayee: next && answerPayee(next),
        mayReplacePayee: await mayReplacePayee(db, identity),
      };
    },
  });
}

function inJson({ set, lockedUntil, resetAt }: FinanceState) {
  return { set, lockedUntilMs: lockedUntil?.getTime() ?? null, resetAtMs: resetAt?.getTime() ?? null };
}
