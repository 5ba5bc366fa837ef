import { tidyName } from '@tercet/contract/words.ts';
import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { checkFinancePassword } from '../../../members/finance-password/finance-password.ts';
import { readFinanceState } from '../../../members/finance-password/finance-state.ts';
import { copyExclusion } from '../../../members/limits/exclusions.ts';
import { notePersonMark } from '../../../members/persons/person-keys.ts';
import { readPerson } from '../../../members/persons/persons.ts';
import { refuseIdle } from '../../../members/sessions/idle-lock.ts';
import { bindPayee, checkPayee, refusePayeeFaults } from '../../../payments/payees/bind-payee.ts';
import { Refusal } from '../../../refusal.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS, Typed } from '../../shared/forms.ts';
import { answerPayee } from '../../shared/payee-answers.ts';
import { PayeeAnswer } from '../../shared/wallet-shapes.ts';
import type { MemberDeps } from '../deps.ts';

const Common = {
  bankCode: Typed,
  holder: Typed.describe('Holder as on the card or account; must equal the real name'),
  phone: Typed.describe('With country code, such as `+97688123456`'),
  financePassword: Typed,
};

const Body = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('card'),
    ...Common,
    token: z.string().max(256).describe('Token from the provider’s frame'),
    reference: z.string().max(64),
  }),
  z.strictObject({ kind: z.literal('iban'), ...Common, iban: Typed }),
]);

export function bindPayeeRoute(http: Http, { members, payments }: Pick<MemberDeps, 'members' | 'payments'>): void {
  http.route({
    method: 'POST',
    url: '/api/me/payee',
    config: { access: 'restricted' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['person'],
      summary: 'Set the card or account for payouts; with support’s permission, replace it after a day',
      body: Body,
      response: { 201: z.object({ payee: PayeeAnswer }), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const identity = identityOf(request);
      await refuseIdle(members, identity);
      const { financePassword, ...typed } = request.body;
      const form = { ...typed, holder: tidyName(typed.holder) };
      const { realName } = await readPerson(members.db, identity);
      if (realName === null) throw new Refusal('name-first');
      if (!(await readFinanceState(members.db, identity)).set) throw new Refusal('finance-password-first');
      await refusePayeeFaults(payments, identity, form, realName);
      await checkFinancePassword(members, identity, financePassword);
      const checked = await checkPayee(payments, form);
      const payee = await transaction(members.db, async (tx) => {
        const person = await readPerson(tx.q, identity);
        const bound = await bindPayee(tx, payments, identity, checked, person.realName ?? '');
        if (checked.mark !== null) await notePersonMark(tx, members.personKey, identity, checked.mark);
        // The holder of the card or account may have excluded themselves under another user name. Payouts are still
        // allowed.
        await copyExclusion(tx, members, identity);
        return bound;
      });
      return reply.code(201).send({ payee: answerPayee(payee) });
    },
  });
}
