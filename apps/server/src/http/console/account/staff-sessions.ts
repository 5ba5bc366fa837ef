import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import type { StaffDeps } from '../../../staff/deps.ts';
import { ROLES } from '../../../staff/roles.ts';
import { endStaffSession, listStaffSessions } from '../../../staff/session-list.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';

const SessionAnswer = z.object({
  id: z.string(),
  current: z.boolean(),
  address: z.string(),
  startedAtMs: z.number().int(),
  idleUntilMs: z.number().int().describe('End of the session if it is not used'),
});
z.globalRegistry.add(SessionAnswer, { id: 'StaffSession' });

export function listStaffSessionsRoute(http: Http, { staff }: { staff: StaffDeps }): void {
  http.route({
    method: 'GET',
    url: '/api/console/me/sessions',
    config: { access: 'staff', roles: ROLES },
    schema: {
      tags: ['console'],
      summary: 'Live sessions of the caller',
      response: { 200: z.object({ items: z.array(SessionAnswer) }), ...PROBLEMS },
    },
    handler: async (request) => {
      const items = await listStaffSessions(staff.db, staffOf(request));
      return {
        items: items.map(({ startedAt, idleUntil, ...same }) => ({
          ...same,
          startedAtMs: startedAt.getTime(),
          idleUntilMs: idleUntil.getTime(),
        })),
      };
    },
  });
}

export function endStaffSessionRoute(http: Http, { staff: deps }: { staff: StaffDeps }): void {
  http.route({
    method: 'DELETE',
    url: '/api/console/me/sessions/:id',
    config: { access: 'staff', roles: ROLES },
    schema: {
      tags: ['console'],
      summary: 'End a session of the caller, such as one left open on another device',
      params: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const staff = staffOf(request);
      await transaction(deps.db, async (tx) => {
        await endStaffSession(tx, staff, request.params.id);
        await record(tx, { staff, act: 'session-ended', why: null, address: request.ip });
      });
      return reply.code(204).send(null);
    },
  });
}
