import { z } from 'zod';
import { passwordFault } from '../../../members/sessions/password-rules.ts';
import { changeStaffPassword } from '../../../staff/change-password.ts';
import type { StaffDeps } from '../../../staff/deps.ts';
import { ROLES } from '../../../staff/roles.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS, Typed } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';

export function changeStaffPasswordRoute(http: Http, { staff: deps }: { staff: StaffDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/console/me/password',
    config: { access: 'staff', roles: ROLES, stepUp: true, setsPassword: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Change the caller’s password; all other sessions end',
      body: z.strictObject({ oldPassword: Typed, newPassword: Typed, repeat: Typed }),
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      await changeStaffPassword({ ...deps, passwordFault }, staffOf(request), request.body, request.ip);
      return reply.code(204).send(null);
    },
  });
}
