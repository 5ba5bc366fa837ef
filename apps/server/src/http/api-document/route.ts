import { z } from 'zod';
import type { Http, Site } from '../http.ts';
import { type CachedAnswer, cacheAnswer, sendCached } from '../shared/cached-answer.ts';
import { type ApiDocument, type Part, partOf } from './parts.ts';

/** Serves the members' and the console's API document. */
export function apiDocumentRoutes(http: Http): void {
  addDocument(http, '/api/openapi.json', 'members', 'members');
  addDocument(http, '/api/console/openapi.json', 'console', 'console');
}

/** A document is made at the first request, after all routes are added, and never changes. */
function addDocument(http: Http, url: string, part: Part, site: Site): void {
  let document: CachedAnswer | undefined;
  http.route({
    method: 'GET',
    url,
    config: { access: 'public', site },
    schema: { hide: true, response: { 200: z.any() } },
    handler: (request, reply) => {
      document ??= cacheAnswer(JSON.stringify(partOf(http.swagger() as unknown as ApiDocument, part)));
      return sendCached(request, reply, document);
    },
  });
}
