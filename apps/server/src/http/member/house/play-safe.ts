import { z } from 'zod';
import { type PlaySafeTexts, playSafeIn } from '../../../house/play-safe.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';

const Answer = z.object({
  locale: z.string().describe('Language of the text; English if there is no translation'),
  sections: z.array(z.object({ title: z.string(), paragraphs: z.array(z.string()) })),
});

z.globalRegistry.add(Answer, { id: 'PlaySafe' });

export function playSafeRoute(http: Http, { playSafe }: { playSafe: PlaySafeTexts }): void {
  http.route({
    method: 'GET',
    url: '/api/play-safe',
    config: { access: 'public' },
    schema: {
      tags: ['house'],
      summary: 'What playing costs over time, signs of harm, and what helps',
      querystring: z.object({ locale: z.string().max(35).optional() }),
      response: { 200: Answer, ...PROBLEMS },
    },
    handler: async ({ query: { locale } }) => playSafeIn(playSafe, locale),
  });
}
