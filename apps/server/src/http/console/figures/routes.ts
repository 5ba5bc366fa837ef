import { createExportLimits, type ExportLimits } from '../../shared/export-limits.ts';
import type { AddRoute } from '../../shared/routes.ts';
import type { ConsoleDeps } from '../deps.ts';
import { dashboardRoute } from './dashboard.ts';
import type { CsvDeps } from './deps.ts';
import { exportsRoute } from './exports.ts';
import { figuresRoute } from './figures.ts';

export function exportLimits(): ExportLimits {
  return createExportLimits({ nowMs: () => performance.now() });
}

/** Routes of the dashboard, the figures and CSV exports. */
export const FIGURE_ROUTES: readonly AddRoute<
  Pick<ConsoleDeps, 'db' | 'payments' | 'catalogue' | 'staff'> & CsvDeps
>[] = [dashboardRoute, figuresRoute, exportsRoute];
