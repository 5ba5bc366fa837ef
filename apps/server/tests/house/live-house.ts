import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { readLogKeys } from '../../src/book/log-key.ts';
import { type Db, openDb, openPool } from '../../src/db/pool.ts';
import { type TestClock, takeClock } from '../kit/clock.ts';
import { clubLines } from '../kit/club-command.ts';
import { startWitness, type TestWitness } from '../kit/witness.ts';
import { createTestDatabase, roleEnvironment, type TestDatabase } from '../setup/database.ts';

export type Environment = Record<string, string>;

/**
 * A house for real money, created by `club house`, with everything it needs on one machine. Its witnesses speak the
 * real protocol in this process. Licence, operators, provider and certificates are only texts; no outside service is
 * called.
 */
export interface LiveHouse {
  database: TestDatabase;
  owner: pg.Pool;
  /** Has the role of the API. */
  db: Db;
  clock: TestClock;
  keysDir: string;
  /** Path of the plan for `club house`. */
  planFile: string;
  witnesses: TestWitness[];
  /** A complete environment with `change` applied; an empty text removes a variable. */
  environment(change?: Environment, file?: Record<string, unknown>): Environment;
  close(): Promise<void>;
}

const LIVE_ORIGIN = 'club.example/book';
const WITNESS_OPERATORS = ['Lamplight Trust', 'Observatory of Ebro', 'Nara Watch Society'];
const WITNESS_NAMES = ['w1.lamplight.example', 'w2.observatory.example', 'w3.nara.example'];

export async function openLiveHouse(startMs: number): Promise<LiveHouse> {
  const database = await createTestDatabase();
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 4 });
  owner.on('error', () => {});
  const db = openDb(openPool({ url: database.ownerUrl, connectionsMax: 4 }));
  const clock = await takeClock(owner, startMs);
  const folder = temporaryFolder('tercet-live-');
  const keysDir = join(folder.path, 'keys');
  const planFile = join(folder.path, 'plan.json');
  writeFileSync(planFile, JSON.stringify(LIVE_PLAN));
  const urls = { TERCET_OWNER_URL: database.ownerUrl, TERCET_KEYS: keysDir };
  const agreementFile = join(folder.path, 'agreement.json');
  writeFileSync(agreementFile, JSON.stringify(LIVE_AGREEMENT));
  await clubLines(['house', 'found', planFile], urls);
  const logKeys = async () => (await readLogKeys(db)).map(({ vkey }) => vkey);
  const witnesses = await Promise.all(
    WITNESS_NAMES.map((name, index) =>
      startWitness({ name, logKeys, nowMs: clock.nowMs, host: `127.0.0.${index + 1}` }),
    ),
  );
  let files = 0;

  function environment(change: Environment = {}, file: Record<string, unknown> = {}): Environment {
    files += 1;
    const path = join(folder.path, `house-${files}.json`);
    writeFileSync(path, JSON.stringify({ ...houseFileOf(witnesses), ...file }));
    return {
      ...environmentOf(database, keysDir, witnesses),
      TERCET_LIVE_FILE: path,
      TERCET_AGREEMENT_FILE: agreementFile,
      ...change,
    };
  }

  return {
    database,
    owner,
    db,
    clock,
    keysDir,
    planFile,
    witnesses,
    environment,
    async close() {
      await Promise.all(witnesses.map((one) => one.close()));
      await db.destroy();
      await owner.end();
      await database.drop();
      folder.remove();
    },
  };
}

/** A plan for `club house`: one lottery whose periods lock just before a beacon round that the tests know. */
export const LIVE_PLAN = {
  name: 'Club',
  origin: LIVE_ORIGIN,
  currency: 'EUR',
  locale: 'en',
  supportHours: '24/7',
  rule: {
    withdrawalMin: '1000',
    withdrawalMax: '500000',
    withdrawalsPerDay: 3,
    reviewFrom: '50000',
    twoPeopleFrom: '200000',
    topUpMin: '1000',
    topUpMax: '500000',
    topUpDayMax: null,
    usualSeconds: 86_400,
    fastestSeconds: 3_600,
  },
  banks: [{ code: 'elbe', name: 'Elbe-Bank', country: 'DE' }],
  classes: [{ key: 'swift', name: 'Swift' }],
  lotteries: [
    {
      key: 'dice-48',
      class: 'swift',
      name: 'Forty-eight',
      description: 'Three dice, every 48 seconds',
      icon: 'swift',
      periodSeconds: 48,
      hot: true,
      minBalance: '0',
    },
  ],
  tables: {
    return: 9_600,
    stakeMin: '100',
    stakeMax: '10000',
    slipMax: '50000',
    memberCap: '2500000',
    periodCap: '100000000',
  },
};

/** An agreement in two of the club's languages. */
export const LIVE_AGREEMENT = {
  version: 7,
  texts: {
    en: sectionsOf('Credits here are euros, and yours.'),
    es: sectionsOf('Los créditos son euros, y son suyos.'),
  },
};

function sectionsOf(first: string) {
  return ['terms', 'game-rules', 'privacy'].map((id) => ({ id, title: id, paragraphs: [`${first} (${id})`] }));
}

export function houseFileOf(witnesses: readonly { vkey: string }[]) {
  return {
    operator: { name: 'Club of Examples Ltd', address: '1 Example Street', contact: 'mailto:club@club.example' },
    licence: { number: 'EX/2026/17', authority: 'Example Gaming Authority', link: 'https://authority.example/17' },
    funds: { text: 'Members’ money lies in a trust account of its own.', link: null, rating: 'high' },
    complaints: { name: 'Example Ombudsman', link: 'https://ombudsman.example' },
    privacy: {
      officer: 'Dana Example, dpo@club.example',
      bases: 'Contract (Art. 6(1)(b)), law (c), legitimate interest in safety (f), consent for push (a).',
      recipients: 'Adyen for payments, Veriff for identity checks.',
      transfers: 'None outside the EU.',
      authority: { name: 'Example Data Authority', link: 'https://data-authority.example' },
    },
    witnesses: witnesses.map(({ vkey }, index) => ({ key: vkey, operator: WITNESS_OPERATORS[index] })),
  };
}

function environmentOf(database: TestDatabase, keysDir: string, witnesses: readonly TestWitness[]): Environment {
  return {
    PORT: '0',
    TERCET_LOG: 'silent',
    TERCET_OWNER_URL: database.ownerUrl,
    ...roleEnvironment(database),
    TERCET_KEYS: keysDir,
    TERCET_BEACON: 'drand',
    TERCET_ORIGINS: 'https://club.example',
    TERCET_COUNTRIES: 'DE,ES',
    TERCET_AGE_MIN: '21',
    TERCET_IDENTITY: 'veriff',
    TERCET_VERIFF_API_KEY: 'e',
    TERCET_VERIFF_SECRET: 'f',
    TERCET_WITNESSES: witnesses.map(({ address: { vkey, url } }) => `${vkey}=${url}`).join(','),
    TERCET_PAYMENTS: 'adyen',
    TERCET_ADYEN_ENVIRONMENT: 'live',
    TERCET_ADYEN_MERCHANT_ACCOUNT: 'ClubECOM',
    TERCET_ADYEN_API_KEY: 'a',
    TERCET_ADYEN_PAYOUT_API_KEY: 'b',
    TERCET_ADYEN_HMAC_KEY: 'ab'.repeat(32),
    TERCET_ADYEN_PAYOUT_HMAC_KEY: 'cd'.repeat(32),
    TERCET_ADYEN_BALANCE_ACCOUNT: 'BA1',
    TERCET_ADYEN_LIVE_PREFIX: 'prefix',
  };
}
