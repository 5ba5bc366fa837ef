import type { AddRoute } from '../../shared/routes.ts';
import type { ConsoleDeps } from '../deps.ts';
import { listActsRoute } from './audit.ts';
import { readProgramRoute } from './program.ts';
import { verifyAuditRoute } from './verify-audit.ts';

/** Routes of the audit log. */
export const AUDIT_ROUTES: readonly AddRoute<Pick<ConsoleDeps, 'db' | 'selfCheck'>>[] = [
  listActsRoute,
  readProgramRoute,
  verifyAuditRoute,
];
