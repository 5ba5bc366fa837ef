import type { Role } from '../../staff/roles.ts';
import { createHub, type Hub } from './hub.ts';

/** Event streams of staff. Only roles that read conversations receive news of them. */
export interface StaffHubs {
  /** Hub of the desk's roles. */
  desk: Hub;
  /** Hub of all other roles. */
  others: Hub;
  of(role: Role): Hub;
}

const DESK: readonly Role[] = ['support', 'auditor', 'owner'];

/** Creates hubs for `clientsMax` streams each. */
export function createStaffHubs(clientsMax: number): StaffHubs {
  const [desk, others] = [createHub({ clientsMax }), createHub({ clientsMax })];
  return { desk, others, of: (role) => (DESK.includes(role) ? desk : others) };
}
