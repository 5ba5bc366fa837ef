import { findFailedChecks, readHouseFiles } from '../app/house.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/pool.ts';
import { sqlState } from '../db/transaction.ts';
import type { FailedCheck } from '../house/go-live-checks.ts';
import { type House, readHouse } from '../house/house.ts';
import type { Area, Outcome } from './program/act.ts';
import { withDb } from './program/with-db.ts';

export const DOCTOR: Area = {
  name: 'doctor',
  about: 'go-live checks',
  acts: [
    {
      name: '',
      about: 'lists failed go-live checks: what, why, and how to fulfil it; a house for play passes',
      scope: 'database',
      hasJson: true,
      run: (call) => withDb(call, {}, examine),
    },
  ],
};

interface Finding {
  mode: House['mode'];
  failed: FailedCheck[];
}

const NO_SUCH_TABLE = '42P01';

async function examine(db: Db, config: Config): Promise<Outcome> {
  const files = await readHouseFiles(config);
  const house = await houseOrNull(db);
  if (!house) throw new Error('this database has no house yet');
  const failed = house.mode === 'live' ? await findFailedChecks(db, config, house, files) : [];
  const data: Finding = { mode: house.mode, failed };
  return { lines: linesOf(data), data, isFailed: failed.length > 0 };
}

/** Null also for an empty database. */
async function houseOrNull(db: Db): Promise<House | null> {
  return readHouse(db).catch((error: unknown) => {
    if (sqlState(error) === NO_SUCH_TABLE) return null;
    throw error;
  });
}

function linesOf({ mode, failed }: Finding): string[] {
  if (mode === 'play') return ['This is a play house: go-live checks do not apply.'];
  if (failed.length === 0) return ['All go-live checks pass.'];
  return [`${failed.length} go-live checks fail:`, ...failed.map(lineOf)];
}

/** Line with the check, its reason, and how to fulfil it. */
function lineOf({ code, what, fault, why, ask }: FailedCheck): string {
  return `${code.padEnd(12)}${what}: ${fault}. Why: ${why}. How: ${ask}.`;
}
