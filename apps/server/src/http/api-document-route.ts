import { z } from 'zod';
import type { Http } from './http.ts';
import { type CachedAnswer, cacheAnswer, sendCached } from './shared/cached-answer.ts';

/** Serves the API document. It is made at the first request, after all routes are added, and never changes. */
export function apiDocumentRoute(http: Http): void {
  let document: CachedAnswer | undefined;
  http.route({
    method: 'GET',
    url: '/api/openapi.json',
    config: { access: 'public' },
    schema: { hide: true, response: { 200: z.any() } },
    handler: (request, reply) => {
      document ??= cacheAnswer(JSON.stringify(http.swagger()));
      return sendCached(request, reply, document);
    },
  });
}
