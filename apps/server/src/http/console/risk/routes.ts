import type { AddRoute } from '../../shared/routes.ts';
import type { ConsoleDeps } from '../deps.ts';
import { listCasesRoute, readRiskCaseRoute } from './list-cases.ts';
import { recordInteractionRoute } from './record-interaction.ts';

/** Staff routes for members at risk. */
export const RISK_ROUTES: readonly AddRoute<Pick<ConsoleDeps, 'db'>>[] = [
  listCasesRoute,
  readRiskCaseRoute,
  recordInteractionRoute,
];
