import { setTimeout } from 'node:timers/promises';
import { drawDice, payoutOnDice } from '@tercet/fair';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { expect } from 'vitest';
import { type Db, openPool } from '../../src/db/pool.ts';
import type { DB } from '../../src/db/schema.d.ts';
import { type Period, periodOf } from '../../src/draw/periods.ts';
import { advanceLottery, type DrawDeps } from '../../src/draw/worker/advance.ts';
import type { Lottery } from '../../src/lottery/catalogue.ts';
import type { PlacedSlip } from '../../src/lottery/place-slip.ts';
import type { Club, OpenTable } from '../kit/club.ts';

/** Dependencies of a new draw process. A fault fails the test unless it passes `onFault`. */
export function drawDeps(club: Club, more: Partial<DrawDeps> = {}): DrawDeps {
  return {
    db: club.draw,
    beaconOf: (chainHash) => (chainHash === club.beacon.chain.hash ? club.beacon : null),
    patience: new Map(),
    onFault: (what, error) => {
      throw new Error(what, { cause: error });
    },
    ...more,
  };
}

export function lotteryOf(club: Club, table: OpenTable): Lottery {
  const lottery = club.catalogue().byId.get(table.lotteryId);
  if (!lottery) throw new Error(`no lottery ${table.key}`);
  return lottery;
}

/** Advances a lottery like a process that has just started. */
export function advance(club: Club, table: OpenTable, more: Partial<DrawDeps> = {}): Promise<void> {
  return advanceLottery(drawDeps(club, more), lotteryOf(club, table));
}

/** A period as the draw process sees it; the current one by default. */
export function periodIn(club: Club, table: OpenTable, period = table.schedule().period): Period {
  return periodOf(lotteryOf(club, table), period);
}

/** The dice of a period, computed independently of the server. */
export function diceOf(club: Club, period: Period) {
  const { chain } = club.beacon;
  const signature = club.beacon.sign(period.round);
  return drawDice({ chainHash: chain.hash, round: period.round, signature, drawId: period.drawId }).dice;
}

export interface Outcome {
  dice: number[][];
  /** Types of the book entries about the period, in order. */
  entries: string[];
  steps: string[];
  tasks: number;
}

/** What the database holds about a period. */
export async function outcomeOf(club: Club, period: Period): Promise<Outcome> {
  const { rows } = await club.owner.query(
    `select
      (select coalesce(json_agg(dice), '[]') from draw.draw where lottery_id = $1 and period = $2) as dice,
      (select coalesce(json_agg(type order by seq), '[]') from book.entry where draw_id = $3) as entries,
      (select coalesce(json_agg(step order by at, step), '[]') from draw.settlement_step
        where lottery_id = $1 and period = $2 and state = 'done') as steps,
      (select count(*)::integer from draw.settlement_queue where lottery_id = $1 and period = $2) as tasks`,
    [period.lottery.id, period.period, period.drawId],
  );
  return rows[0];
}

/** Transfers of a slip without its stake: kind and amount. A return precedes a payout. */
export async function creditsOf(club: Club, slip: PlacedSlip): Promise<[string, bigint][]> {
  const { rows } = await club.pool.query(
    `select kind, amount from ledger.transfer where ref = $1 and kind <> 'stake' order by kind::text desc`,
    [slip.prepared.slipId],
  );
  return rows.map((row) => [row.kind, row.amount]);
}

/** Win of a slip in minor units, computed independently of the server's SQL. */
export function winOf(club: Club, { prepared }: PlacedSlip, period: Period): bigint {
  return payoutOnDice(prepared.selections, prepared.table.entryMultipliers, diceOf(club, period));
}

/** Checks that the books balance: every balance equals its postings, and all postings add up to zero. */
export async function expectBooksBalance(club: Club): Promise<void> {
  const { rows } = await club.owner.query(`
    select b.member_id, b.available, p.available as posted from ledger.balance b
    left join lateral (
      select coalesce(sum(ledger.delta('available', t.debit, t.credit, t.amount)), 0) as available
      from ledger.transfer t where t.bucket = b.bucket and t.member_id = b.member_id
    ) p on true where b.available <> p.available`);
  expect(rows).toEqual([]);
}

export interface Mortal {
  db: Db;
  killed(): boolean;
  /** How many commits it was about to send. */
  commits(): number;
  close(): Promise<void>;
}

/**
 * The database of a process that is killed just before commit number `commits` (from 0). Its connections close and open
 * transactions are lost. Nothing changes between two commits, so this covers every moment of a kill.
 */
export function mortalDb(url: string, commits: number): Mortal {
  const pool = openPool({ url, connectionsMax: 4 });
  let sent = 0;
  let killed = false;
  function query(client: pg.PoolClient, text: string, parameters: unknown[]): Promise<pg.QueryResult> {
    if (text === 'commit' && sent++ === commits) killed = true;
    return killed ? Promise.reject(new Error('killed')) : client.query(text, parameters);
  }
  const mortal = {
    async connect() {
      if (killed) throw new Error('killed');
      const client = await pool.connect();
      return {
        query: (text: string, parameters: unknown[]) => query(client, text, parameters),
        release: () => client.release(killed),
      };
    },
    end: () => pool.end(),
  };
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: mortal as never }) });
  return { db, killed: () => killed, commits: () => sent, close: () => db.destroy() };
}

const ASKED_MAX = 3_000;
const PAUSE_MS = 20;

/** Polls until the condition holds, since rows have no events. The pauses leave the processor to the writers. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < ASKED_MAX; turn++) {
    if (await isSo()) return;
    await setTimeout(PAUSE_MS);
  }
  throw new Error(`${what} did not come`);
}

/** Resolves once a period is sealed and a checkpoint covers the seal. */
export function untilSealed(club: Club, { drawId }: Period): Promise<void> {
  return until(`the seal of ${drawId}`, async () => {
    const { rows } = await club.owner.query(
      `select 1 from book.entry e join book.tree_head c on c.size > e.seq where e.draw_id = $1 and e.type = 'seal'`,
      [drawId],
    );
    return rows.length > 0;
  });
}

/** Resolves once a step of a period is completely paid. */
export function untilPaid(club: Club, period: Period): Promise<void> {
  return until(`the end of ${period.drawId}`, async () => (await outcomeOf(club, period)).steps.length > 0);
}
