import { plainText } from '@tercet/contract/words.ts';
import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { StaffDeps } from '../../../staff/deps.ts';
import { signInStaff } from '../../../staff/sign-in.ts';
import type { Http } from '../../http.ts';
import type { SecurityOptions } from '../../security.ts';
import { FORM_BYTES_MAX, PROBLEMS, Typed } from '../../shared/forms.ts';
import { endReplacedStaff, setStaffCookie } from '../../staff-cookie.ts';
import { answerStaff, StaffAnswer } from '../staff/staff-shapes.ts';
import { notingFailure } from './note-failure.ts';

const Body = z.strictObject({
  name: Typed,
  password: Typed,
  code: z.string().max(16).optional().describe('One-time code, if the account has one'),
});

export function staffSignInRoute(http: Http, deps: { staff: StaffDeps; security: SecurityOptions }): void {
  http.route({
    method: 'POST',
    url: '/api/console/session',
    config: { access: 'public', anyCaller: true, site: 'console' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Sign in as staff; `code-wrong` also requires the one-time code',
      body: Body,
      response: { 201: z.object({ staff: StaffAnswer }), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const address = request.ip;
      const enter = () =>
        signInStaff(deps.staff, request.body, address, async (tx, caller) => {
          await endReplacedStaff(tx, request, deps.security);
          await record(tx, { staff: caller, act: 'sign-in', why: null, address });
        });
      const { name, code = '' } = request.body;
      const failed = { staff: null, act: 'sign-in-failed', name: plainText(name).toLowerCase(), address };
      // Without a code, `code-wrong` tells the form to ask for one.
      const requested = code === '' ? { ...failed, except: 'code-wrong' as const } : failed;
      const { token, staff } = await notingFailure(deps.staff, requested, enter);
      setStaffCookie(request, reply, deps.security, token);
      return reply.code(201).send({ staff: answerStaff(staff) });
    },
  });
}
