/** Roles of staff. Each route lists the roles that may call it; no role includes another. */
export const ROLES = ['support', 'content', 'finance', 'auditor', 'owner'] as const;
export type Role = (typeof ROLES)[number];
