import { findLacks, readHouseFiles } from '../app/house.ts';
import { ownerUrlOf, readConfig } from '../config/config.ts';
import { type Db, openDb, openPool } from '../db/pool.ts';
import { sqlState } from '../db/transaction.ts';
import { type House, readHouse } from '../house/house.ts';
import type { Lack } from '../house/live-needs.ts';

// node apps/server/src/cli/doctor.ts [--json]: lists failed go-live checks, with the server's environment.

export interface Finding {
  mode: House['mode'];
  lacks: Lack[];
}

const USAGE = 'Usage: npm run doctor [-- --json]';
const NO_SUCH_TABLE = '42P01';

/**
 * Returns the text to print, and whether all go-live checks pass. A house for play passes always. Throws an `Error` of
 * one line if the configuration cannot be read or there is no house.
 */
export async function runDoctor(
  args: readonly string[],
  environment?: NodeJS.ProcessEnv,
): Promise<{ lines: string[]; isWell: boolean }> {
  const asJson = args[0] === '--json';
  if (args.length > (asJson ? 1 : 0)) throw new Error(USAGE);
  const finding = await examine(environment);
  const isWell = finding.lacks.length === 0;
  return { lines: asJson ? [JSON.stringify(finding, null, 2)] : linesOf(finding), isWell };
}

async function examine(environment: NodeJS.ProcessEnv | undefined): Promise<Finding> {
  const config = readConfig(environment);
  const files = await readHouseFiles(config);
  const db = openDb(openPool({ url: ownerUrlOf(config), connectionsMax: 2, applicationName: 'tercet doctor' }));
  try {
    const house = await houseOrNull(db);
    if (!house) throw new Error('this database has no house yet: there is nothing to examine');
    const lacks = house.mode === 'live' ? await findLacks(db, config, house, files) : [];
    return { mode: house.mode, lacks };
  } finally {
    await db.destroy();
  }
}

/** Null also for an empty database. */
async function houseOrNull(db: Db): Promise<House | null> {
  return readHouse(db).catch((error: unknown) => {
    if (sqlState(error) === NO_SUCH_TABLE) return null;
    throw error;
  });
}

function linesOf({ mode, lacks }: Finding): string[] {
  if (mode === 'play') return ['This house plays for credits without value: nothing that real money needs is asked.'];
  if (lacks.length === 0) return ['This house for real money has all that it needs.'];
  return [`This house for real money lacks ${lacks.length}:`, ...lacks.map(lineOf)];
}

/** Line with the check, its reason, and how to fulfil it. */
function lineOf({ code, what, fault, why, ask }: Lack): string {
  return `${code.padEnd(12)}${what}: ${fault}. Why: ${why}. How: ${ask}.`;
}

if (import.meta.main) {
  try {
    const { lines, isWell } = await runDoctor(process.argv.slice(2));
    process.stdout.write(`${lines.join('\n')}\n`);
    process.exitCode = isWell ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
