import type { Db } from '../../../db/pool.ts';
import type { House } from '../../../house/house.ts';
import type { Catalogue } from '../../../lottery/catalogue.ts';
import type { ExportLimits } from '../../shared/export-limits.ts';

export interface MyDataDeps {
  db: Db;
  house: House;
  catalogue(): Catalogue;
  limits: ExportLimits;
}
