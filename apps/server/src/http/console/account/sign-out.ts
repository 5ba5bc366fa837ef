import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import type { StaffDeps } from '../../../staff/deps.ts';
import { endStaffSession, identifyStaff } from '../../../staff/sessions.ts';
import type { Http } from '../../http.ts';
import type { SecurityOptions } from '../../security.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { clearStaffCookie, staffCookie } from '../../staff-cookie.ts';

/** Public, so that a person with an expired session also loses the cookie. */
export function staffSignOutRoute(http: Http, deps: { staff: StaffDeps; security: SecurityOptions }): void {
  http.route({
    method: 'DELETE',
    url: '/api/console/session',
    config: { access: 'public', site: 'console' },
    schema: { tags: ['console'], summary: 'Sign out', response: { 204: z.null(), ...PROBLEMS } },
    handler: async (request, reply) => {
      const token = request.cookies[staffCookie(request, deps.security)];
      const staff = token === undefined ? null : await identifyStaff(deps.staff.db, deps.staff.macs, token);
      if (token !== undefined && staff !== null) {
        await transaction(deps.staff.db, async (tx) => {
          const isEnded = await endStaffSession(tx, token);
          if (isEnded) await record(tx, { staff, act: 'sign-out', why: null, address: request.ip });
        });
      }
      clearStaffCookie(request, reply, deps.security);
      return reply.code(204).send(null);
    },
  });
}
