import type { Identity } from '../identity.ts';
import type { Http } from './http.ts';

/**
 * Records the use of members' sessions, after the answer: by writes, except those that a page sends without a person
 * (`config.unattended`). A failure is logged and leaves the session as it was.
 */
export function recordUse(http: Http, note: (identity: Identity) => Promise<void>): void {
  http.addHook('onResponse', async (request, reply) => {
    const { method, identity, routeOptions } = request;
    const { access, unattended } = routeOptions.config ?? {};
    if (identity === null || unattended || method === 'GET' || method === 'HEAD' || reply.statusCode >= 500) return;
    if (access !== 'member' && access !== 'restricted') return;
    await note(identity).catch((error: unknown) => request.log.warn({ err: error }, 'use of a session not recorded'));
  });
}
