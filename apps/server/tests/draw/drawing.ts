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

/** What the process of a draw loop has: nothing that outlives it. A fault fails the test unless the test takes it. */
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

/** As a process that was just started would advance a lottery. */
export function advance(club: Club, table: OpenTable, more: Partial<DrawDeps> = {}): Promise<void> {
  return advanceLottery(drawDeps(club, more), lotteryOf(club, table));
}

/** The period that the clock stands in, by default, as the draw sees it. */
export function periodIn(club: Club, table: OpenTable, period = table.schedule().period): Period {
  return periodOf(lotteryOf(club, table), period);
}

/** The dice of a period, computed apart from the server. */
export function diceOf(club: Club, period: Period) {
  const { chain } = club.beacon;
  const signature = club.beacon.sign(period.round);
  return drawDice({ chainHash: chain.hash, round: period.round, signature, drawId: period.drawId }).dice;
}

export interface Outcome {
  dice: number[][];
  /** Types of the book's entries about the period, in order. */
  entries: string[];
  steps: string[];
  tasks: number;
}

/** What the rows say became of a period. */
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

/** Transfers of one slip but its stake, kind and amount; a return comes before a payout. */
export async function creditsOf(club: Club, slip: PlacedSlip): Promise<[string, bigint][]> {
  const { rows } = await club.pool.query(
    `select kind, amount from ledger.transfer where ref = $1 and kind <> 'stake' order by kind::text desc`,
    [slip.prepared.slipId],
  );
  return rows.map((row) => [row.kind, row.amount]);
}

/** What a slip wins by the table and the dice, computed apart from the server's SQL. */
export function winOf(club: Club, { prepared }: PlacedSlip, period: Period): bigint {
  return payoutOnDice(prepared.selections, prepared.table.entryMultipliers, diceOf(club, period));
}

/** Every balance is zero-sum and equal to its postings: money went nowhere. */
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
  close(): Promise<void>;
}

/**
 * The database of a process that is killed when it is about to send its commit number `commits` (from 0): from then on
 * its connections are gone, and with them every transaction that was not committed. Between two commits nothing
 * changes, so these are all the moments that differ.
 */
export function mortalDb(url: string, commits: number): Mortal {
  const pool = openPool({ url, connectionsMax: 4 });
  let left = commits;
  let killed = false;
  function query(client: pg.PoolClient, text: string, parameters: unknown[]): Promise<pg.QueryResult> {
    if (text === 'commit' && left-- === 0) killed = true;
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
  return { db, killed: () => killed, close: () => db.destroy() };
}

const ASKED_MAX = 3_000;
const PAUSE_MS = 20;

/** Asks until the answer is yes: rows give no event. The pause leaves the machine to whoever is to write them. */
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

/** Resolves once a step of a period is paid whole. */
export function untilPaid(club: Club, period: Period): Promise<void> {
  return until(`the end of ${period.drawId}`, async () => (await outcomeOf(club, period)).steps.length > 0);
}
