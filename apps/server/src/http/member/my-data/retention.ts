import { z } from 'zod';
import { ERASED, KINDS, RETENTION, WHYS } from '../../../members/account/retention.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';

const RetentionAnswer = z.object({
  items: z.array(
    z.object({
      kind: z.enum(KINDS),
      years: z
        .number()
        .int()
        .nullable()
        .describe('Years after the account was closed and paid out; null: as long as the club exists'),
      why: z.enum(WHYS),
      erased: z.enum(ERASED).describe('Action at that time; `…-stay` names what is never erased'),
    }),
  ),
});

export function retentionRoute(http: Http): void {
  http.route({
    method: 'GET',
    url: '/api/retention',
    config: { access: 'public' },
    schema: {
      tags: ['my data'],
      summary: 'How long each kind of data is kept after an account is closed, and why',
      response: { 200: RetentionAnswer, ...PROBLEMS },
    },
    handler: async () => ({ items: [...RETENTION] }),
  });
}
