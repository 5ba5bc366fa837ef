import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../refusal.ts';
import type { SignedInStaff } from '../../staff/sessions.ts';

/** The caller of a `staff` route, where the hook has made sure that there is one of a role that the route lists. */
export function staffOf(request: FastifyRequest): SignedInStaff {
  if (!request.staff) throw new Refusal('signed-out');
  return request.staff;
}
