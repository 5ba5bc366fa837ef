import type { Db } from '../../../db/pool.ts';
import type { ExportLimits } from '../../shared/export-limits.ts';

export interface CsvDeps {
  db: Db;
  downloads: ExportLimits;
  /** Currency of the house and its exponent. */
  money: { currency: string; exponent: number };
}
