import { startPrinter } from '../../../statement/printer.ts';
import type { Http } from '../../http.ts';
import { createExportLimits } from '../../shared/export-limits.ts';
import { myDataRoutes } from '../my-data/my-data-routes.ts';
import type { PapersDeps } from './papers.ts';
import { receiptPdfRoute } from './receipt-pdf.ts';
import { reportRoute } from './report.ts';
import { statementRoute } from './statement.ts';
import { statementCsvRoute } from './statement-csv.ts';
import { statementPdfRoute } from './statement-pdf.ts';

export type StatementRoutesDeps = Omit<PapersDeps, 'printer' | 'limits'> & { nowMs(): number };

/** What a member can read of his money, on the screen and on paper, and all else that is held about him. */
export function statementRoutes(http: Http, deps: StatementRoutesDeps): void {
  const printer = startPrinter();
  http.addHook('onClose', () => printer.stop());
  const papers = { ...deps, printer, limits: createExportLimits(deps) };
  statementRoute(http, papers);
  statementCsvRoute(http, papers);
  statementPdfRoute(http, papers);
  receiptPdfRoute(http, papers);
  reportRoute(http, papers);
  myDataRoutes(http, deps);
}
