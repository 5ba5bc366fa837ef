import type { Db } from '../../../db/pool.ts';
import type { House } from '../../../house/house.ts';
import type { Catalogue } from '../../../lottery/catalogue.ts';
import type { Printer } from '../../../statement/pdf-printer.ts';
import type { SecurityOptions } from '../../security.ts';
import type { ExportLimits } from '../../shared/export-limits.ts';

/** Dependencies of a member's financial files. */
export interface DocumentDeps {
  db: Db;
  house: House;
  catalogue(): Catalogue;
  printer: Printer;
  limits: ExportLimits;
  security: SecurityOptions;
}
