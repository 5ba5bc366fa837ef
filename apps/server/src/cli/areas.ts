import { AUDIT } from './audit.ts';
import { BOOK } from './book.ts';
import { DATABASE } from './database.ts';
import { DOCTOR } from './doctor.ts';
import { ENCRYPTION_KEYS } from './encryption-keys.ts';
import { FILMS } from './films.ts';
import { HOUSE } from './house.ts';
import { KEYS } from './keys.ts';
import { LIABILITIES } from './liabilities.ts';
import { MIGRATE } from './migrate.ts';
import type { Area } from './program/act.ts';
import { STAFF } from './staff.ts';

/** All areas of the operator program. A checkout adds those of the embedded database and the sandbox: dev/club.ts. */
export const AREAS: readonly Area[] = [
  KEYS,
  DATABASE,
  MIGRATE,
  DOCTOR,
  HOUSE,
  STAFF,
  BOOK,
  AUDIT,
  LIABILITIES,
  ENCRYPTION_KEYS,
  FILMS,
];
