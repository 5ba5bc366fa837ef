import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { offeredQuestions } from '../../../desk/common-questions.ts';
import type { House } from '../../../house/house.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { readerLanguages } from '../house/notice-answers.ts';

export function commonQuestionsRoute(http: Http, { db, house }: { db: Db; house: House }): void {
  http.route({
    method: 'GET',
    url: '/api/common-questions',
    config: { access: 'public' },
    schema: {
      tags: ['desk'],
      summary: 'Common questions with the house’s answers, in the reader’s language, in order',
      response: {
        200: z.object({ items: z.array(z.object({ id: z.uuid(), question: z.string(), answer: z.string() })) }),
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const languages = await readerLanguages(db, request, reply);
      return { items: await offeredQuestions(db, languages, house.locale) };
    },
  });
}
