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
  realName: z.string().nullable().describe('Null until it is given'),
  sex: SexValue,
  financePassword: z.object({
    set: z.boolean(),
    lockedUntilMs: Millis.nullable(),
    resetAtMs: Millis.nullable().describe(
      'When a reset takes effect, or since when it has: then a new one is set with the login password',
    ),
  }),
  payee: PayeeAnswer.nullable().describe('Where payouts go'),
  nextPayee: PayeeAnswer.nullable().describe('Where they will go from its `activeAtMs` on'),
  mayReplacePayee: z.boolean().describe('Whether support has given leave to bind another'),
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
