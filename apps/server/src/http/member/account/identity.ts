import { z } from 'zod';
import type { Identity } from '../../../identity.ts';
import { admissionRule, identityFault, isKnown } from '../../../identity-checks/admission.ts';
import { type CheckRow, newestCheck, OPEN_STATES } from '../../../identity-checks/check-rows.ts';
import type { IdentityDeps } from '../../../identity-checks/deps.ts';
import { OWN_REASONS, PROVIDER_REASONS } from '../../../identity-checks/provider.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';

export const IdentityAnswer = z.object({
  asked: z.boolean().describe('True if the house requires identity checks; a play house does not'),
  available: z.boolean().describe('True if an identity provider is configured'),
  state: z
    .enum(['none', 'started', 'pending', 'verified', 'declined', 'expired', 'lapsed'])
    .describe('State of the newest check; `lapsed`: it was valid and has expired'),
  reason: z
    .enum([...PROVIDER_REASONS, ...OWN_REASONS])
    .nullable()
    .describe('Reason of the refusal; null if it was not declined'),
  fault: z
    .enum(['identity-needed', 'too-young', 'country-not-served', 'register-excluded', 'register-unanswered'])
    .nullable()
    .describe('Reason for which bets and top-ups are closed, null if open. Withdrawals stay open'),
  url: z.string().nullable().describe('URL of the provider’s page while it can be used, otherwise null'),
  country: z.string().nullable().describe('Country of the document, ISO 3166-1 alpha-2'),
  ageMin: z.number().int().nullable(),
  countries: z.array(z.string()).describe('Countries from which the house accepts members'),
});
z.globalRegistry.add(IdentityAnswer, { id: 'IdentityCheck' });

export function identityRoute(http: Http, { identity }: { identity: IdentityDeps }): void {
  http.route({
    method: 'GET',
    url: '/api/me/identity',
    config: { access: 'restricted', holdsSecret: true },
    schema: {
      tags: ['person'],
      summary: 'State and next step of the identity check',
      response: { 200: IdentityAnswer, ...PROBLEMS },
    },
    handler: async (request) => answerIdentity(identity, identityOf(request)),
  });
}

export async function answerIdentity(deps: IdentityDeps, member: Identity): Promise<z.infer<typeof IdentityAnswer>> {
  const { db, provider } = deps;
  const check = await newestCheck(db, member);
  const rule = await admissionRule(db);
  const state = await stateOf(deps, member, check);
  return {
    asked: deps.asked,
    available: provider !== null,
    state,
    reason: check?.reason ?? null,
    fault: await identityFault(db, member),
    url: check && OPEN_STATES.includes(check.state) ? check.url : null,
    country: state === 'verified' ? (check?.country ?? null) : null,
    ageMin: rule?.ageMin ?? null,
    countries: rule?.countries ?? [],
  };
}

async function stateOf(
  { db }: IdentityDeps,
  member: Identity,
  check: CheckRow | null,
): Promise<z.infer<typeof IdentityAnswer>['state']> {
  if (check === null) return 'none';
  if (check.state !== 'verified') return check.state;
  return (await isKnown(db, member)) ? 'verified' : 'lapsed';
}
