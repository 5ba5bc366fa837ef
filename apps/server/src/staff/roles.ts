/** What one of the staff may do is listed by role on each route; no role contains another. */
export const ROLES = ['support', 'content', 'finance', 'auditor', 'owner'] as const;
export type Role = (typeof ROLES)[number];
