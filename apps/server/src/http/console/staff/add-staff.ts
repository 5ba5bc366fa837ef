import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { Refusal } from '../../../refusal.ts';
import { createStaff, staffName } from '../../../staff/accounts.ts';
import type { StaffDeps } from '../../../staff/deps.ts';
import { firstPassword } from '../../../staff/first-password.ts';
import { ROLES } from '../../../staff/roles.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS, Typed } from '../../shared/forms.ts';
import { CodeUri } from '../account/staff-account-shapes.ts';
import { refuseWithoutWhy, Why } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { answerStaff, StaffAnswer } from './staff-shapes.ts';

const Body = z.strictObject({ name: Typed, role: z.enum(ROLES), why: Why });

const Answer = z.object({
  staff: StaffAnswer,
  password: z.string().describe('First password: permits only setting a new one; shown once'),
  codeUri: CodeUri,
});

export function addStaffRoute(http: Http, { staff: deps }: { staff: StaffDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/console/staff',
    config: { access: 'staff', roles: ['owner'], stepUp: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Add a staff account with one role; its first password and secret are shown once',
      body: Body,
      response: { 201: Answer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { role, why } = request.body;
      refuseWithoutWhy(why);
      const name = staffName(request.body.name);
      const caller = staffOf(request);
      const password = firstPassword();
      const passwordHash = await deps.passwords.hash(password);
      const by = { staff: caller, why, address: request.ip };
      const plan = { name, role, passwordHash, passwordGiven: true, cipher: deps.cipher };
      const made = await transaction(deps.db, (tx) => createStaff(tx, deps.macs, plan, by));
      if (!made) throw new Refusal('user-name-taken', {}, { name: 'user-name-taken' });
      return reply.code(201).send({ staff: answerStaff(made), codeUri: made.codeUri, password });
    },
  });
}
