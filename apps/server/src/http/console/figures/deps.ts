import type { Db } from '../../../db/pool.ts';
import type { ExportLimits } from '../../shared/export-limits.ts';

export interface CsvDeps {
  db: Db;
  downloads: ExportLimits;
  /** The house's. */
  money: { currency: string; exponent: number };
}
