import { CALLED_HOSTS } from '@tercet/contract/called-hosts.ts';
import { z } from 'zod';
import type { Http } from '../../http.ts';
import type { SecurityOptions } from '../../security.ts';
import { PROBLEMS } from '../../shared/forms.ts';

const USES = ['club', 'picture', 'film', 'witnesses', 'beacon', 'card', 'service'] as const;

const Answer = z.object({
  hosts: z
    .array(
      z.object({
        use: z.enum(USES),
        origins: z.array(z.string()).describe('Origins now; empty for the club’s own, where the page comes from'),
      }),
    )
    .describe('Every host that a page of the members’ app may call now'),
});

z.globalRegistry.add(Answer, { id: 'Privacy' });

export function privacyRoute(http: Http, { security }: { security: SecurityOptions }): void {
  http.route({
    method: 'GET',
    url: '/api/privacy',
    config: { access: 'public' },
    schema: {
      tags: ['house'],
      summary: 'Hosts that the members’ app may call',
      response: { 200: Answer, ...PROBLEMS },
    },
    handler: async () => {
      const now = security.calledHosts?.() ?? {};
      const hosts = CALLED_HOSTS.filter(({ apps }) => apps.includes('member')).map(({ use, sources }) => ({
        use,
        origins: sources === null ? [...(now[use] ?? [])] : [],
      }));
      // Parts that the page makes itself call nothing.
      return { hosts: hosts.filter(({ use, origins }) => use === 'club' || origins.length > 0) };
    },
  });
}
