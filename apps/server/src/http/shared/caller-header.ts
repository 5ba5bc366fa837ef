import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../refusal.ts';

/**
 * All tabs of a browser share one session cookie, so a page can show one account while the cookie belongs to another.
 * Each call therefore names the account that its page shows; a call under the session of another account is refused.
 */

/** Id of the member, or of the staff account, that the page shows. */
export const CALLER_HEADER = 'tercet-caller';
/** The same in the query, for addresses that a browser opens without headers: streams, pictures, downloads. */
export const CALLER_PARAM = 'caller';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The account that the session cookie belongs to. */
export interface SignedIn {
  id: string;
  name: string;
}

/**
 * The account that a call names; undefined if it names none. Removes the parameter from the query, so that route
 * schemas need not declare it. Throws `invalid-body` if header and query differ.
 */
export function takeNamedCaller(request: FastifyRequest): string | undefined {
  const header = request.headers[CALLER_HEADER];
  const query = request.query as Record<string, unknown>;
  const { [CALLER_PARAM]: param } = query;
  delete query[CALLER_PARAM];
  const named = [header, param].filter((one) => one !== undefined);
  if (named.some((one) => typeof one !== 'string') || new Set(named).size > 1) throw new Refusal('invalid-body');
  return named[0] as string | undefined;
}

/**
 * Throws `caller-changed {name}` if the page shows another account. Throws `caller-needed` if a write names no
 * account, unless its route does nothing for a signed-in account (`config.anyCaller`). Does nothing without a session:
 * the route's own access rule decides.
 */
export function refuseOtherCaller(request: FastifyRequest, named: string | undefined, signedIn: SignedIn | null): void {
  if (signedIn === null) return;
  if (named !== undefined && named !== signedIn.id) throw new Refusal('caller-changed', { name: signedIn.name });
  const isNeeded = !READS.has(request.method) && !request.routeOptions.config.anyCaller;
  if (named === undefined && isNeeded) throw new Refusal('caller-needed');
}
