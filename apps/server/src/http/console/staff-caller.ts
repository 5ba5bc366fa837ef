import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../refusal.ts';
import type { SignedInStaff } from '../../staff/sessions.ts';

/** The caller of a `staff` route. The access hook has verified the session and the role. */
export function staffOf(request: FastifyRequest): SignedInStaff {
  if (!request.staff) throw new Refusal('signed-out');
  return request.staff;
}
