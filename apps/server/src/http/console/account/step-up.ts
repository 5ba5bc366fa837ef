import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { askProof } from '../../../staff/passkey-proof.ts';
import { ROLES } from '../../../staff/roles.ts';
import { proveAgain } from '../../../staff/step-up.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { relyingPartyFor, relyingPartyOf } from '../../shared/relying-party.ts';
import type { ConsoleDeps } from '../deps.ts';
import { staffOf } from '../staff-caller.ts';
import { notingFailure } from './note-failure.ts';
import { Attempt, Credential, Options, PASSKEY_BYTES_MAX } from './passkey-shapes.ts';

type Deps = Pick<ConsoleDeps, 'staff' | 'security'>;

const Body = z.strictObject({
  passkey: z.strictObject({ attempt: Attempt, passkey: Credential }).optional(),
  code: z.string().max(16).optional().describe('The one-time code'),
  password: z
    .string()
    .max(1_000)
    .optional()
    .describe('Only in a play house, for accounts without passkey and one-time code'),
});

export function askStepUpRoute(http: Http, { staff, security }: Deps): void {
  http.route({
    method: 'POST',
    url: '/api/console/step-up/challenge',
    config: { access: 'staff', roles: ROLES },
    schema: {
      tags: ['console'],
      summary: 'A step-up challenge for a passkey of the caller',
      response: { 201: z.object({ attempt: Attempt, options: Options }), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const issued = await askProof(staff, relyingPartyOf(request, security), staffOf(request), request.ip);
      return reply.code(201).send({ attempt: issued.attempt, options: { ...issued.options } });
    },
  });
}

export function stepUpRoute(http: Http, { staff: deps, security }: Deps): void {
  http.route({
    method: 'POST',
    url: '/api/console/step-up',
    config: { access: 'staff', roles: ROLES },
    bodyLimit: PASSKEY_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Step-up authentication: permits dangerous acts for five minutes',
      body: Body,
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const staff = staffOf(request);
      const address = request.ip;
      const prove = () =>
        proveAgain(deps, relyingPartyFor(request, security), staff, request.body, address, (tx, by) =>
          record(tx, { staff, act: 'step-up', why: null, after: { by }, address }),
        );
      await notingFailure(deps, { staff, act: 'step-up-failed', name: staff.name, address }, prove);
      return reply.code(204).send(null);
    },
  });
}
