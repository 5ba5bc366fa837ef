import { CALLED_HOSTS } from '@tercet/contract/called-hosts.ts';
import { z } from 'zod';
import type { HouseStatements } from '../../../house/house-file.ts';
import { privacyIn } from '../../../house/privacy.ts';
import type { Http } from '../../http.ts';
import type { SecurityOptions } from '../../security.ts';
import { PROBLEMS } from '../../shared/forms.ts';

const USES = ['club', 'picture', 'film', 'witnesses', 'beacon', 'card', 'service'] as const;

const Answer = z.object({
  locale: z.string().describe('Language of the text; English if there is no translation'),
  sections: z
    .array(z.object({ id: z.string(), title: z.string(), paragraphs: z.array(z.string()) }))
    .describe('Controller, purposes, recipients, transfers, storage, rights, complaints (GDPR Article 13)'),
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

interface Deps {
  security: SecurityOptions;
  statements: HouseStatements;
}

export function privacyRoute(http: Http, { security, statements }: Deps): void {
  http.route({
    method: 'GET',
    url: '/api/privacy',
    config: { access: 'public' },
    schema: {
      tags: ['house'],
      summary: 'How the house uses members’ data, and which hosts the app may call',
      querystring: z.object({ locale: z.string().max(35).optional() }),
      response: { 200: Answer, ...PROBLEMS },
    },
    handler: async ({ query: { locale } }) => {
      const now = security.calledHosts?.() ?? {};
      const hosts = CALLED_HOSTS.filter(({ apps }) => apps.includes('member')).map(({ use, sources }) => ({
        use,
        origins: sources === null ? [...(now[use] ?? [])] : [],
      }));
      // Parts that the page makes itself call nothing.
      const called = hosts.filter(({ use, origins }) => use === 'club' || origins.length > 0);
      return { ...privacyIn(statements, locale), hosts: called };
    },
  });
}
