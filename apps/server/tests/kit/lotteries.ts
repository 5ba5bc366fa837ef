import {
  BEACON_SCHEME,
  BETS,
  type Bet,
  chainOfTable,
  encodeEntry,
  entryHash,
  fairMultiplier,
  isNumberBet,
  multipliersOfTable,
  SUM_BETS,
  type TableEntry,
} from '@tercet/fair';
import { sql } from 'kysely';
import { BANKS, CLASSES, LIMITS, NUMBER_PAYS, PLAY_HOUSE, PLAY_RULE } from '../../../../dev/play-house/house-plan.ts';
import { newId } from '../../src/db/ids.ts';
import type { Db } from '../../src/db/pool.ts';
import { transaction } from '../../src/db/transaction.ts';
import { inEntry } from '../../src/draw/tables/preview-table.ts';
import type { ProposedOdds } from '../../src/draw/tables/proposed-table.ts';
import type { Beacon } from '../../src/draw/worker/beacon.ts';
import { createHouse } from '../../src/house/house.ts';
import { databaseNowMs } from '../../src/lottery/catalogue.ts';
import { type HouseTable, layoutOf, storedMultipliers } from '../../src/lottery/tables.ts';
import { putBackRule } from '../../src/payments/rules/rule.ts';

/** The book's origin in every table of a test club. */
export const ORIGIN = 'test.tercet.example/book';

/** Creates a play house without lotteries. */
export async function makeHouse(db: Db): Promise<void> {
  await transaction(db, (tx) => createHouse(tx, { ...PLAY_HOUSE, origin: ORIGIN }));
  await db
    .insertInto('lottery.class')
    .values([...CLASSES])
    .execute();
  await db
    .insertInto('payments.bank')
    .values(BANKS.map((bank, position) => ({ ...bank, position })))
    .execute();
  // No book entry is written for the rule, since tests count entries.
  await transaction(db, async (tx) => putBackRule(tx, PLAY_RULE, await databaseNowMs(db)));
}

/** What a test changes about a table. All else is as in the house that `npm start` opens. */
export interface TablePlan {
  key: string;
  periodSeconds: number;
  stakeMin?: bigint;
  stakeMax?: bigint;
  slipMax?: bigint;
  memberCap?: bigint;
  periodCap?: bigint;
  minBalance?: bigint;
  /** In units of 1/10,000. */
  multipliers?: Partial<Record<Bet, number | readonly number[]>>;
  /** `sic-bo`: all 54 bets. By default, only the bets on the sum. */
  layout?: 'sic-bo';
  witnesses?: readonly string[];
  quorum?: number;
}

/** The book entry of a planned table, as `publishTable` takes it. */
export function tableEntryOf(
  plan: TablePlan,
  beacon: Pick<Beacon, 'kind' | 'chain'>,
  receiptKey: string,
): Omit<TableEntry, 'type' | 'first_period'> {
  const limits = { ...LIMITS, minBalance: 0n, ...plan };
  const multiplierOf = (bet: Bet) =>
    plan.multipliers?.[bet] ?? (isNumberBet(bet) ? NUMBER_PAYS.map(Number) : fairMultiplier(bet, 96, 100));
  const bets = plan.layout === 'sic-bo' ? BETS : SUM_BETS;
  return {
    key: plan.key,
    period_seconds: String(plan.periodSeconds),
    chain_hash: beacon.chain.hash,
    public_key: beacon.chain.publicKey,
    scheme: BEACON_SCHEME,
    genesis: String(beacon.chain.genesis),
    beacon_period: String(beacon.chain.period),
    beacon_kind: beacon.kind,
    multipliers: inEntry(Object.fromEntries(bets.map((bet) => [bet, multiplierOf(bet)]))),
    stake_min: String(limits.stakeMin),
    stake_max: String(limits.stakeMax),
    slip_max: String(limits.slipMax),
    member_cap: String(limits.memberCap),
    period_cap: String(limits.periodCap),
    min_balance: String(limits.minBalance),
    receipt_key: receiptKey,
    witnesses: plan.witnesses ?? [],
    quorum: String(plan.quorum ?? 0),
    build: 'test',
    origin: ORIGIN,
  };
}

/** The odds of an entry in the shape of a proposal. */
export function proposedOddsOf(entry: Omit<TableEntry, 'type' | 'first_period'>): ProposedOdds {
  return {
    multipliers: multipliersOfTable(entry) as ProposedOdds['multipliers'],
    stakeMinMinor: entry.stake_min,
    stakeMaxMinor: entry.stake_max,
    slipMaxMinor: entry.slip_max,
    memberCapMinor: entry.member_cap,
    periodCapMinor: entry.period_cap,
    minBalanceMinor: entry.min_balance,
  };
}

/** A table that is in no database. */
export function tableOnPaper(plan: TablePlan, beacon: Pick<Beacon, 'kind' | 'chain'>, receiptKey: string): HouseTable {
  const entry: TableEntry = { type: 'table', ...tableEntryOf(plan, beacon, receiptKey), first_period: '1' };
  const body = encodeEntry(entry);
  return {
    id: 1,
    lotteryId: 1,
    firstPeriod: 1,
    hash: entryHash(body),
    entrySeq: 0n,
    entryBody: body,
    entry,
    chain: chainOfTable(entry),
    multipliers: storedMultipliers(multipliersOfTable(entry)),
    entryMultipliers: multipliersOfTable(entry),
    layout: layoutOf(entry.multipliers),
    stakeMin: BigInt(entry.stake_min),
    stakeMax: BigInt(entry.stake_max),
    slipMax: BigInt(entry.slip_max),
    memberCap: BigInt(entry.member_cap),
    periodCap: BigInt(entry.period_cap),
    minBalance: BigInt(entry.min_balance),
    policy: null,
  };
}

/** Adds a lottery without a table, and its gates. Keeps an existing one. */
export async function addLottery(db: Db, plan: Pick<TablePlan, 'key' | 'periodSeconds'>): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into lottery.lottery (id, key, class_id, name, description, icon, period_seconds, hot, position)
      select coalesce(max(id), 0) + 1, ${plan.key}, 1, ${plan.key}, '', 'swift', ${plan.periodSeconds}::integer, true, 1
      from lottery.lottery on conflict (key) do nothing returning id`.execute(tx.q);
    if (!rows[0]) return;
    await sql`insert into lottery.gate (bucket, lottery_id, period)
      select g, ${rows[0].id}::smallint, 0 from generate_series(0, 255) g`.execute(tx.q);
  });
}

/** Opens or closes a lottery for bets. */
/** Writes a stop of all betting from the next period on, or its end, past the two people that it needs. */
export async function stopAllBetting(db: Db, stopped: boolean): Promise<void> {
  await sql`insert into lottery.stop (entry_seq, from_at, until_at, reason, at)
    select coalesce(max(entry_seq), -1) + 1, clock.now() - interval '1 hour',
      case when not ${stopped} then clock.now() - interval '1 hour' end, 'test', clock.now()
    from lottery.stop`.execute(db);
}

export async function switchLottery(db: Db, lotteryId: number, open: boolean): Promise<void> {
  await sql`insert into lottery.switch (lottery_id, id, open, reason, at)
    values (${lotteryId}::smallint, ${newId()}::uuid, ${open}, 'test', clock.now())`.execute(db);
}
