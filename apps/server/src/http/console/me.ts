import { ROLES } from '../../staff/roles.ts';
import type { Http } from '../http.ts';
import { PROBLEMS } from '../member/forms.ts';
import { staffOf } from './staff-caller.ts';
import { answerStaff, StaffAnswer } from './staff-shapes.ts';

export function staffMeRoute(http: Http): void {
  http.route({
    method: 'GET',
    url: '/api/console/me',
    config: { access: 'staff', roles: ROLES },
    schema: {
      tags: ['console'],
      summary: 'Who of the staff is signed in',
      response: { 200: StaffAnswer, ...PROBLEMS },
    },
    handler: async (request) => answerStaff(staffOf(request)),
  });
}
