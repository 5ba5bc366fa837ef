import { z } from 'zod';
import type { DirectoryDeps } from '../../../directory/deps.ts';
import { readGuide } from '../../../directory/guide.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { readersOf } from './hosts.ts';

const Sections = z.object({
  offers: z.string().describe('Services of hosts'),
  sameCity: z.string().describe('Terms of visits within the host’s city'),
  served: z.string().describe('Area that the club covers'),
  booking: z.string().describe('How booking works'),
  reporting: z.string().describe('How to report'),
});

export function guideRoute(http: Http, deps: DirectoryDeps): void {
  http.route({
    method: 'GET',
    url: '/api/guide',
    config: { access: 'public' },
    schema: {
      tags: ['directory'],
      summary: 'The guide’s text and its version',
      response: {
        200: z.object({ version: z.number().int(), sections: Sections.nullable() }),
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const readers = await readersOf(deps, request, reply);
      reply.header('cache-control', request.identity === null ? 'public, no-cache' : 'private, no-cache');
      return readGuide(deps.db, readers);
    },
  });
}
