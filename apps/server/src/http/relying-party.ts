import type { FastifyRequest } from 'fastify';
import type { RelyingParty } from '../staff/deps.ts';
import type { SecurityOptions } from './security.ts';

const NAME = 'Tercet';

/**
 * What passkeys of the staff are made for: the console's own origin, else the members'. A house that was told no origin
 * has the one that the request was sent to; what an authenticator signs names the place where its owner really is.
 */
export function relyingPartyOf(request: FastifyRequest, security: SecurityOptions): RelyingParty {
  const here = `${request.protocol}://${request.host}`;
  const { consoleOrigin = null, origins } = security;
  const own = origins === null || origins.includes(here) ? here : (origins[0] ?? here);
  const origin = consoleOrigin ?? own;
  return { name: NAME, id: new URL(origin).hostname, origin };
}
