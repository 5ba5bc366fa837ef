import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { readPushSettings, setPushSettings } from '../../../members/messages/push-settings.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';

const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);

const Topics = z.strictObject({
  money: z.boolean(),
  play: z.boolean(),
  account: z.boolean(),
  house: z.boolean(),
  desk: z.boolean(),
});

const QuietHours = z.strictObject({
  from: TimeOfDay,
  to: TimeOfDay,
  timeZone: z.string().min(1).max(64).describe('IANA time zone'),
});

const PushSettingsValue = z.strictObject({
  topics: Topics.describe('Messages about what is pushed. Security messages always are'),
  quiet: QuietHours.nullable().describe('Hours in which only security messages are pushed; null without'),
});
z.globalRegistry.add(PushSettingsValue, { id: 'PushSettings' });

export function pushSettingsRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/me/push-settings',
    config: { access: 'restricted' },
    schema: {
      tags: ['messages'],
      summary: 'What the member wants pushed',
      response: { 200: PushSettingsValue, ...PROBLEMS },
    },
    handler: (request) => readPushSettings(deps.db, identityOf(request)),
  });
}

export function setPushSettingsRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'PUT',
    url: '/api/me/push-settings',
    config: { access: 'restricted' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['messages'],
      summary: 'Set what the member wants pushed, on all their browsers',
      body: PushSettingsValue,
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      await setPushSettings(deps.db, identityOf(request), request.body);
      return reply.code(204).send(null);
    },
  });
}
