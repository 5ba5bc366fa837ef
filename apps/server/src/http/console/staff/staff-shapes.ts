import { z } from 'zod';
import { ROLES } from '../../../staff/roles.ts';
import type { StaffIdentity } from '../../../staff/sessions.ts';

export const StaffAnswer = z.object({ id: z.uuid(), name: z.string(), role: z.enum(ROLES) });
z.globalRegistry.add(StaffAnswer, { id: 'Staff' });

export function answerStaff({ id, name, role }: StaffIdentity): z.infer<typeof StaffAnswer> {
  return { id, name, role };
}
