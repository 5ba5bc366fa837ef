import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BEACON_SCHEME, fairMultiplier, QUICKNET, SUM_BETS } from '@tercet/fair';
import { currencyExponent } from '@tercet/money';
import { sql } from 'kysely';
import { refuseBehind } from '../book/guard.ts';
import { loadLogKeys } from '../book/log-key.ts';
import { publishRule, VERIFIER_PAGE_RULE } from '../book/publish-rule.ts';
import type { Config } from '../config/config.ts';
import { loadFieldCipher } from '../crypto/field-cipher.ts';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { publishTable } from '../draw/tables/publish-table.ts';
import { createHouse, readHouse } from '../house/house.ts';
import { type LivePlan, readLivePlan } from '../house/live-plan.ts';
import { publishFirstMoneyRule } from '../jobs/publish-money-rule.ts';
import { loadReceiptKey } from '../lottery/receipt-key.ts';
import { loadPersonKey } from '../members/persons/person-keys.ts';
import { loadPepper } from '../members/sessions/pepper.ts';
import type { Area, Call } from './program/act.ts';
import { withDb } from './program/with-db.ts';

const PLAN = { name: 'FILE', about: "the house's plan, as JSON" };
const CONNECTIONS_MAX = 4;

export const HOUSE: Area = {
  name: 'house',
  about: 'creates a house for real money',
  acts: [
    {
      name: 'found',
      about: 'founds a house for real money in an empty database',
      args: [PLAN],
      scope: 'database',
      needs: 'schema',
      run: (call) => withPlan(call, found),
    },
    {
      name: 'tables',
      about: 'publishes the first odds table of each lottery without one, while the club runs',
      args: [PLAN],
      scope: 'database',
      run: (call) => withPlan(call, openTables),
    },
    {
      name: 'verifier',
      about: 'publishes the hash of the checking page in the book',
      scope: 'database',
      needs: 'pages',
      run: (call) => withDb(call, { connectionsMax: CONNECTIONS_MAX }, publishVerifierPage),
    },
  ],
};

const RETURN_DEN = 10_000;
const VERIFIER_PAGE = 'verifier.html';

async function withPlan(
  call: Call,
  act: (db: Db, config: Config, plan: LivePlan) => Promise<string[]>,
): Promise<string[]> {
  const plan = await readLivePlan(call.args[0] ?? '');
  return withDb(call, { connectionsMax: CONNECTIONS_MAX }, (db, config) => act(db, config, plan));
}

/** Creates the house, its rule, banks, lotteries and keys. Runs once, in a database without a house. */
async function found(db: Db, config: Config, plan: LivePlan): Promise<string[]> {
  if (await readHouse(db))
    throw new Error('this database has a house already: a house for real money needs an empty database');
  const exponent = currencyExponent(plan.currency);
  if (exponent === null) throw new Error(`${plan.currency} is not a supported currency`);
  const { keysDir } = config;
  const bookKeys = await loadLogKeys(keysDir, plan.origin);
  await Promise.all([loadReceiptKey(keysDir), loadFieldCipher(keysDir), loadPepper(keysDir), loadPersonKey(keysDir)]);
  await transaction(db, async (tx) => {
    const { name, origin, currency, locale, supportHours } = plan;
    const fixed = { mode: 'live', startingCredits: 0n } as const;
    await createHouse(tx, { name, origin, currency, exponent, locale, supportHours, ...fixed });
    await addBanksAndLotteries(tx, plan);
  });
  await publishFirstMoneyRule(db, plan.rule);
  return [
    `${plan.name} is created, for real money in ${plan.currency}. Mode and currency are final`,
    ...bookKeys.map(({ vkey }) => `book     ${vkey}: for the witnesses`),
    `keys     ${keysDir}: back them up, apart from the database`,
    'next     club doctor',
  ];
}

async function addBanksAndLotteries(tx: Tx, plan: LivePlan): Promise<void> {
  const classes = plan.classes.map((one, index) => ({ ...one, id: index + 1, position: index + 1 }));
  await tx.q.insertInto('lottery.class').values(classes).execute();
  await tx.q
    .insertInto('payments.bank')
    .values(plan.banks.map((bank, position) => ({ ...bank, position })))
    .execute();
  for (const [index, lottery] of plan.lotteries.entries()) {
    const classId = classes.find(({ key }) => key === lottery.class)?.id;
    if (classId === undefined) throw new Error(`${lottery.key}: unknown class ${lottery.class}`);
    const { key, name, description, icon, periodSeconds, hot } = lottery;
    const id = index + 1;
    const row = {
      id,
      key,
      name,
      description,
      icon,
      hot,
      class_id: classId,
      period_seconds: periodSeconds,
      position: id,
    };
    await tx.q.insertInto('lottery.lottery').values(row).execute();
    await sql`
      insert into lottery.gate (bucket, lottery_id, period)
      select g, ${id}::smallint, 0 from generate_series(0, 255) g`.execute(tx.q);
  }
}

/** Publishes the first table of each lottery without one. The witnesses must see it, so the club must be running. */
async function openTables(db: Db, config: Config, plan: LivePlan): Promise<string[]> {
  const house = await readHouse(db);
  if (house?.mode !== 'live') throw new Error('this database has no house for real money');
  const { rows } = await sql<{ key: string }>`
    select l.key from lottery.lottery l
    where not exists (select 1 from lottery.odds_table t where t.lottery_id = l.id) order by l.position`.execute(db);
  const missing = plan.lotteries.filter(({ key }) => rows.some((row) => row.key === key));
  const { publicKey } = await loadReceiptKey(config.keysDir);
  return Promise.all(
    missing.map(async (lottery) => {
      const table = await publishTable(db, firstTable(plan, lottery, config, { publicKey, origin: house.origin }));
      return `${lottery.key}  opens with period ${table.firstPeriod}`;
    }),
  );
}

function firstTable(
  { tables }: LivePlan,
  { key, periodSeconds, minBalance }: LivePlan['lotteries'][number],
  { witnesses }: Config,
  { publicKey, origin }: { publicKey: string; origin: string },
): Parameters<typeof publishTable>[1] {
  const multiplierOf = (bet: (typeof SUM_BETS)[number]) => String(fairMultiplier(bet, tables.return, RETURN_DEN));
  return {
    key,
    period_seconds: String(periodSeconds),
    chain_hash: QUICKNET.hash,
    public_key: QUICKNET.publicKey,
    scheme: BEACON_SCHEME,
    genesis: String(QUICKNET.genesis),
    beacon_period: String(QUICKNET.period),
    beacon_kind: 'drand',
    multipliers: Object.fromEntries(SUM_BETS.map((bet) => [bet, multiplierOf(bet)])),
    stake_min: String(tables.stakeMin),
    stake_max: String(tables.stakeMax),
    slip_max: String(tables.slipMax),
    member_cap: String(tables.memberCap),
    period_cap: String(tables.periodCap),
    min_balance: String(minBalance),
    receipt_key: publicKey,
    witnesses: witnesses.map(({ vkey }) => vkey),
    quorum: String(Math.floor(witnesses.length / 2) + 1),
    build: 'release',
    origin,
  };
}

/** Publishes the SHA-256 of this version's verifier page in the book, unless it is already published. */
async function publishVerifierPage(db: Db, { keysDir, memberApp }: Config): Promise<string[]> {
  const house = await readHouse(db);
  if (!house) throw new Error('this database has no house yet');
  if (memberApp === null) throw new Error('TERCET_MEMBER_APP is not set: it is the folder of the built pages');
  const path = join(memberApp, VERIFIER_PAGE);
  const page = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${path} cannot be read: ${error.code}`);
  });
  await refuseBehind(db, { keysDir, origin: house.origin });
  const value = createHash('sha256').update(page).digest('hex');
  const isNew = await publishRule(db, { what: VERIFIER_PAGE_RULE, value });
  return [`${value}  ${VERIFIER_PAGE}  ${isNew ? 'is in the book now' : 'is in the book already'}`];
}
