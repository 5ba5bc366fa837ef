import { chainKind } from '@tercet/fair';
import { sql } from 'kysely';
import { refuseBehind } from '../book/guard.ts';
import { type Config, listenUrlOf, urlOf } from '../config/config.ts';
import { isRealProvider } from '../config/payments.ts';
import { isClockReplaced } from '../db/clock.ts';
import { refuseUnheard } from '../db/listen.ts';
import { type Db, openDb, openPool } from '../db/pool.ts';
import { DatabaseUnfit } from '../db/rights/database-unfit.ts';
import { refuseOtherRights } from '../db/rights/refuse-other-rights.ts';
import { PROCESS_ROLES, type ProcessRole } from '../db/rights/roles.ts';
import {
  type FailedCheck,
  failedChecks,
  type LiveFacts,
  type RulingTable,
  refuseFailedChecks,
} from '../house/go-live-checks.ts';
import { type House, readHouse } from '../house/house.ts';
import { type HouseStatements, readHouseFile } from '../house/house-file.ts';
import { databaseNowMs, loadCatalogue, tablesFromNow } from '../lottery/catalogue.ts';
import type { Agreements } from '../members/account/agreement.ts';
import { readAgreements } from '../members/account/house-agreement.ts';
import { lookAtKeys, lookForReceiptKeys } from './key-places.ts';

/** The operator's files about the house. */
export interface HouseFiles {
  statements: HouseStatements;
  agreements: Agreements;
}

export interface OpenHouse extends HouseFiles {
  house: House;
}

/** Throws an error of one line if a file cannot be read or is invalid. */
export async function readHouseFiles(config: Config): Promise<HouseFiles> {
  return { statements: await readHouseFile(config.houseFile), agreements: await readAgreements(config.agreementFile) };
}

/**
 * Opens the house of a database for some roles. Throws if there is none. For a live house, throws an error of one line
 * that names all failed go-live checks.
 */
export async function openHouse(
  db: Db,
  config: Config,
  roles: readonly ProcessRole[] = PROCESS_ROLES,
): Promise<OpenHouse> {
  const house = await readHouse(db);
  if (!house) throw new Error('this database has no house yet: run `club seed house` first');
  const files = await readHouseFiles(config);
  if (house.mode === 'live') refuseFailedChecks(await findFailedChecks(db, config, house, files, roles));
  return { house, ...files };
}

/**
 * Throws like `openHouse`, before any role starts: a refused thread would be restarted. Also refuses a database
 * restored from an older backup, because each role may write to the book.
 */
export async function refuseUnlessFit(config: Config, roles: readonly ProcessRole[]): Promise<void> {
  const urls = roles.map((role) => ({ role, url: urlOf(config, role) }));
  for (const { role, url } of urls) await withDb(url, (db) => refuseOtherRights(db, role, sourceOf(config, role)));
  await refuseOthersElsewhere(config, roles);
  for (const { role, url } of urls) {
    await withDb(url, async (db) => {
      const { house } = await openHouse(db, config, roles);
      await refuseReplacedClock(db, config, house);
      await refuseBehind(db, { keysDir: config.keysDir, origin: house.origin });
    });
    await refuseUnheard(listenUrlOf(config, role), url);
  }
}

/**
 * Throws if the owner replaced `clock.now()`, unless the house is for play and has only house-run beacons. Then it is a
 * test club. Real money and a public beacon run on the real time.
 */
async function refuseReplacedClock(db: Db, { beacon }: Config, { mode }: House): Promise<void> {
  if (!(await isClockReplaced(db))) return;
  const { lotteries } = await loadCatalogue(db);
  const isPublic = lotteries.some(({ tables }) => tables.some(({ entry }) => entry.beacon_kind === 'drand'));
  if (mode !== 'live' && beacon !== 'drand' && !isPublic) return;
  throw new DatabaseUnfit(
    'clock.now() of this database is not that of the migrations: only a test club with the local beacon may replace it',
  );
}

/** Verifies that the process's additional URLs sign in as the same role. */
async function refuseOthersElsewhere({ listenUrl, slipsUrl }: Config, roles: readonly ProcessRole[]): Promise<void> {
  const [first] = roles;
  if (listenUrl !== null && first !== undefined) {
    const role = roles.includes('api') ? 'api' : first;
    await withDb(listenUrl, (db) => refuseOtherRights(db, role, 'TERCET_LISTEN_URL'));
  }
  if (slipsUrl !== null && roles.includes('api')) {
    await withDb(slipsUrl, (db) => refuseOtherRights(db, 'api', 'TERCET_SLIPS_URL'));
  }
}

/** Name of the variable with a role's URL. */
function sourceOf({ urls }: Config, role: ProcessRole): string {
  const others = PROCESS_ROLES.filter((other) => other !== role && urls[other] !== urls[role]);
  return others.length === 0 ? 'TERCET_APP_URL' : `TERCET_${role.toUpperCase()}_URL`;
}

async function withDb<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDb(openPool({ url, connectionsMax: 1, applicationName: 'tercet start' }));
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/**
 * Failed go-live checks of a house for real money. Makes no external requests: a house must open while a relay is
 * down.
 */
export async function findFailedChecks(
  db: Db,
  config: Config,
  house: Pick<House, 'origin'>,
  { statements, agreements }: HouseFiles,
  roles: readonly ProcessRole[] = PROCESS_ROLES,
): Promise<FailedCheck[]> {
  const { admission, beacon, witnesses, payments, origins, consoleOrigin, keysDir } = config;
  const tables = await rulingTables(db);
  const named = tables.map(({ receiptKey }) => receiptKey);
  const facts: LiveFacts = {
    statements,
    agreement: agreements.kind,
    countries: admission.countries,
    ageMin: admission.ageMin,
    identity: config.identity.provider,
    beacon,
    tables,
    witnesses,
    payments: { kind: payments.kind, isReal: isRealProvider(payments) },
    keys: [
      ...(await lookAtKeys(keysDir, publishedFolders(config), roles)),
      ...(roles.includes('api') ? await lookForReceiptKeys(keysDir, named) : []),
    ],
    origins,
    consoleOrigin,
    bookOrigin: house.origin,
    hasPlayCredits: await hasPlayCredits(db),
  };
  return failedChecks(facts);
}

/** The current and upcoming tables of each lottery. */
async function rulingTables(db: Db): Promise<(RulingTable & { receiptKey: string })[]> {
  const { lotteries } = await loadCatalogue(db);
  const nowMs = await databaseNowMs(db);
  return lotteries.flatMap((lottery) =>
    tablesFromNow(lottery, nowMs).map(({ firstPeriod, chain, entry }) => ({
      key: lottery.key,
      firstPeriod,
      beaconKind: chainKind(chain),
      witnesses: entry.witnesses,
      quorum: Number(entry.quorum),
      receiptKey: entry.receipt_key,
    })),
  );
}

function publishedFolders({ memberApp, bookStore }: Config): string[] {
  const store = bookStore?.kind === 'disk' ? [bookStore.folder] : [];
  return [...store, ...(memberApp === null ? [] : [memberApp])];
}

async function hasPlayCredits(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select ledger.has_play_credits() as found`.execute(db);
  return rows[0]?.found === true;
}
