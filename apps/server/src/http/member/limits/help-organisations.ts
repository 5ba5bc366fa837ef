import { z } from 'zod';
import { type HelpOrganisation, organisationsFor } from '../../../house/help-organisations.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';

const OrganisationAnswer = z.object({
  name: z.string(),
  url: z.string(),
  phone: z.string().nullable().describe('Number as dialled within the country'),
  country: z.string().describe('ISO 3166-1 alpha-2, or "international"'),
  languages: z.array(z.string()),
});
z.globalRegistry.add(OrganisationAnswer, { id: 'HelpOrganisation' });

const Country = z
  .string()
  .regex(/^[A-Za-z]{2}$/)
  .transform((code) => code.toUpperCase());

export function helpOrganisationsRoute(http: Http, { help }: { help: readonly HelpOrganisation[] }): void {
  http.route({
    method: 'GET',
    url: '/api/help-organisations',
    config: { access: 'public' },
    schema: {
      tags: ['house'],
      summary: 'Help organisations for problem gambling',
      description: 'Organisations of the country first, then international ones. Without a country: all.',
      querystring: z.object({ country: Country.optional() }),
      response: {
        200: z.object({
          country: z.string().nullable().describe('Country of the query; null without one'),
          organisations: z.array(OrganisationAnswer),
        }),
        ...PROBLEMS,
      },
    },
    handler: async ({ query: { country = null } }) => ({
      country,
      organisations: organisationsFor(help, country),
    }),
  });
}
