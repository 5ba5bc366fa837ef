import type { AddRoute } from '../../shared/routes.ts';
import type { MemberDeps } from '../deps.ts';
import { listEntriesRoute, readDrawRoute } from './book.ts';
import { checkpointRoute, tileRoute } from './book-log.ts';
import { houseFilmsRoute } from './house-films.ts';
import { houseHoldsRoute } from './house-holds.ts';
import { houseTablesRoute } from './house-tables.ts';
import { leafHashesRoute } from './leaf-hashes.ts';
import { listLiabilitiesRoute, memberOwedRoute } from './liabilities.ts';

/** Routes of the public book: entries, liabilities, the house's funds and its film terms. */
export const BOOK_ROUTES: readonly AddRoute<Pick<MemberDeps, 'db' | 'catalogue' | 'policy' | 'payments'>>[] = [
  houseTablesRoute,
  readDrawRoute,
  listEntriesRoute,
  leafHashesRoute,
  checkpointRoute,
  tileRoute,
  listLiabilitiesRoute,
  memberOwedRoute,
  houseHoldsRoute,
  houseFilmsRoute,
];
