import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { askProof, signInWithPasskey } from '../../../staff/passkey-proof.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { relyingPartyOf } from '../../shared/relying-party.ts';
import { endReplacedStaff, setStaffCookie } from '../../staff-cookie.ts';
import type { ConsoleDeps } from '../deps.ts';
import { answerStaff, StaffAnswer } from '../staff/staff-shapes.ts';
import { notingFailure } from './note-failure.ts';
import { Attempt, Credential, Options, PASSKEY_BYTES_MAX } from './passkey-shapes.ts';

type Deps = Pick<ConsoleDeps, 'staff' | 'security'>;

export function askPasskeySignInRoute(http: Http, { staff, security }: Deps): void {
  http.route({
    method: 'POST',
    url: '/api/console/session/challenge',
    config: { access: 'public', anyCaller: true, site: 'console' },
    schema: {
      tags: ['console'],
      summary: 'A challenge for a passkey; it needs no user name',
      response: { 201: z.object({ attempt: Attempt, options: Options }), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const issued = await askProof(staff, relyingPartyOf(request, security), null, request.ip);
      return reply.code(201).send({ attempt: issued.attempt, options: { ...issued.options } });
    },
  });
}

export function passkeySignInRoute(http: Http, { staff: deps, security }: Deps): void {
  http.route({
    method: 'POST',
    url: '/api/console/session/passkey',
    config: { access: 'public', anyCaller: true, site: 'console' },
    bodyLimit: PASSKEY_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Sign in with a passkey, in place of name, password and code',
      body: z.strictObject({ attempt: Attempt, passkey: Credential }),
      response: { 201: z.object({ staff: StaffAnswer }), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const address = request.ip;
      const party = relyingPartyOf(request, security);
      const enter = () =>
        signInWithPasskey(deps, party, request.body, address, async (tx, caller) => {
          await endReplacedStaff(tx, request, security);
          await record(tx, { staff: caller, act: 'sign-in', why: null, after: { by: 'passkey' }, address });
        });
      const failed = { staff: null, act: 'sign-in-failed', name: '', address };
      const { token, staff } = await notingFailure(deps, failed, enter);
      setStaffCookie(request, reply, security, token);
      return reply.code(201).send({ staff: answerStaff(staff) });
    },
  });
}
