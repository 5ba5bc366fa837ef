import type { z } from 'zod';
import type { RowMacs } from '../../../crypto/row-macs.ts';
import type { Person } from '../../../staff/proposals.ts';
import type { Role } from '../../../staff/roles.ts';
import type { CsvPlan } from './csv.ts';
import type { CsvDeps } from './deps.ts';

/** What the rows of an export depend on, besides its filter. */
export interface ExportContext {
  money: CsvDeps['money'];
  /** Verifies proposals. */
  macs: RowMacs;
  /** Who exports. */
  staff: Person;
}

/** A CSV export of a console list: its path, roles, filter and content. */
export interface Export<T extends z.ZodObject = z.ZodObject> {
  /** Name of the file without its ending; part of the path. */
  what: string;
  roles: Role[];
  summary: string;
  query: T;
  plan(query: z.infer<T>, context: ExportContext): Omit<CsvPlan, 'name' | 'filter'>;
}

/** An export, whose plan gets the values of its own query. */
export function exportOf<T extends z.ZodObject>(file: Export<T>): Export {
  return file as unknown as Export;
}
