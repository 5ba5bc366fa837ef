import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../refusal.ts';
import type { RelyingParty } from '../../staff/deps.ts';
import type { SecurityOptions } from '../security.ts';
import { pageOriginOf } from './page-origin.ts';

const NAME = 'Tercet';

/**
 * The WebAuthn relying party of staff passkeys: the console's origin, else the members' origin. Null if no origin is
 * configured and the request was not sent to an address of this machine.
 */
export function relyingPartyFor(request: FastifyRequest, security: SecurityOptions): RelyingParty | null {
  const origin = security.consoleOrigin ?? pageOriginOf(request, security);
  return origin === null ? null : { name: NAME, id: new URL(origin).hostname, origin };
}

/** Like `relyingPartyFor`, but throws `origin-unknown` instead of null. */
export function relyingPartyOf(request: FastifyRequest, security: SecurityOptions): RelyingParty {
  const party = relyingPartyFor(request, security);
  if (party === null) throw new Refusal('origin-unknown');
  return party;
}
