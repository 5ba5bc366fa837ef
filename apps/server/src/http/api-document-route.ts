import { z } from 'zod';
import type { Http } from './http.ts';
import { type KeptAnswer, keepAnswer, sendKept } from './shared/kept-answer.ts';

/** The API document. It is made once all routes are there, and is the same for as long as the process runs. */
export function apiDocumentRoute(http: Http): void {
  let document: KeptAnswer | undefined;
  http.route({
    method: 'GET',
    url: '/api/openapi.json',
    config: { access: 'public' },
    schema: { hide: true, response: { 200: z.any() } },
    handler: (request, reply) => {
      document ??= keepAnswer(JSON.stringify(http.swagger()));
      return sendKept(request, reply, document);
    },
  });
}
