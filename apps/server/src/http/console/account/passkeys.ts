import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import { addPasskey, askForPasskey, listPasskeys, removePasskey } from '../../../staff/passkeys.ts';
import { ROLES } from '../../../staff/roles.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS, Typed } from '../../shared/forms.ts';
import { relyingPartyOf } from '../../shared/relying-party.ts';
import { Uuid } from '../../shared/shapes.ts';
import type { ConsoleDeps } from '../deps.ts';
import { staffOf } from '../staff-caller.ts';
import { Attempt, answerPasskey, Credential, Options, PASSKEY_BYTES_MAX, PasskeyAnswer } from './passkey-shapes.ts';

type Deps = Pick<ConsoleDeps, 'staff' | 'security'>;

export function listPasskeysRoute(http: Http, { staff }: Deps): void {
  http.route({
    method: 'GET',
    url: '/api/console/me/passkeys',
    config: { access: 'staff', roles: ROLES },
    schema: {
      tags: ['console'],
      summary: 'Passkeys of the caller',
      response: { 200: z.object({ items: z.array(PasskeyAnswer) }), ...PROBLEMS },
    },
    handler: async (request) => {
      const items = await listPasskeys(staff.db, staff.macs, staffOf(request).id);
      return { items: items.map(answerPasskey) };
    },
  });
}

export function askForPasskeyRoute(http: Http, { staff, security }: Deps): void {
  http.route({
    method: 'POST',
    url: '/api/console/me/passkeys/challenge',
    config: { access: 'staff', roles: ROLES, stepUp: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Options with which the browser creates a passkey',
      response: { 201: z.object({ attempt: Attempt, options: Options }), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const issued = await askForPasskey(staff, relyingPartyOf(request, security), staffOf(request));
      return reply.code(201).send({ attempt: issued.attempt, options: { ...issued.options } });
    },
  });
}

export function addPasskeyRoute(http: Http, { staff: deps, security }: Deps): void {
  http.route({
    method: 'POST',
    url: '/api/console/me/passkeys',
    config: { access: 'staff', roles: ROLES, stepUp: true },
    bodyLimit: PASSKEY_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Add a passkey that the browser created',
      body: z.strictObject({ attempt: Attempt, name: Typed, passkey: Credential }),
      response: { 201: PasskeyAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const staff = staffOf(request);
      const party = relyingPartyOf(request, security);
      const passkey = await addPasskey(deps, party, staff, request.body, async (tx, { id, name }) => {
        const act = { act: 'passkey-added', subject: `passkey/${id}`, after: { name } };
        await record(tx, { ...act, staff, why: null, address: request.ip });
      });
      return reply.code(201).send(answerPasskey(passkey));
    },
  });
}

export function removePasskeyRoute(http: Http, { staff: deps }: Deps): void {
  http.route({
    method: 'DELETE',
    url: '/api/console/me/passkeys/:id',
    config: { access: 'staff', roles: ROLES, stepUp: true },
    schema: {
      tags: ['console'],
      summary: 'Delete a passkey of the caller',
      params: z.object({ id: Uuid }),
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const staff = staffOf(request);
      const { id } = request.params;
      await transaction(deps.db, async (tx) => {
        const { name } = await removePasskey(tx, deps, staff, id);
        const act = { act: 'passkey-removed', subject: `passkey/${id}`, before: { name } };
        await record(tx, { ...act, staff, why: null, address: request.ip });
      });
      return reply.code(204).send(null);
    },
  });
}
