import { roundAt } from '@tercet/fair';
import { extendPartitions } from '@tercet/server/db/migrate.ts';
import { type Db, openDb, openPool, type Pool } from '@tercet/server/db/pool.ts';
import { type Period, periodOf } from '@tercet/server/draw/periods.ts';
import { advanceLottery, type DrawDeps } from '@tercet/server/draw/worker/advance.ts';
import type { Beacon } from '@tercet/server/draw/worker/beacon.ts';
import { currentPeriod, type Lottery, loadCatalogue } from '@tercet/server/lottery/catalogue.ts';
import { loadReceiptKey } from '@tercet/server/lottery/receipt-key.ts';
import { createSlipQueue, readShards } from '@tercet/server/lottery/slip-queue.ts';
import pg from 'pg';
import { SEASON_LOTTERY } from '../play-house/house-plan.ts';
import { hasHouse, makeHouse, openLottery } from '../play-house/play-house.ts';
import { CAST } from './cast.ts';
import { refuseUnfit } from './checks.ts';
import { returnClock, type SeasonClock, withSeasonClock } from './clock.ts';
import { intentionsFor, numbersOf } from './habits.ts';
import { createPlayers, type Players } from './players.ts';

/**
 * A season: the slow table after 90 days of play. The database's clock is set back to the first day and moved forward.
 * Members join, bet and are paid by the club's normal functions, and the local beacon signs each round. At the end the
 * clock is restored.
 */
export interface SeasonOptions {
  ownerUrl: string;
  keysDir: string;
  /** The local beacon, which can sign past rounds. */
  beacon: { chain: Beacon['chain']; signRound(round: number): string };
  days?: number;
  /** Ends the season after the current draw. The clock is restored. */
  signal?: AbortSignal;
  onProgress?(line: string): void;
}

export interface SeasonReport {
  draws: number;
  slips: number;
  members: number;
}

const DAYS = 90;
/** The table is published this long before its first period. */
const LEAD_MS = 60_000;
const PARTITIONS_AHEAD_DAYS = 40;
const PROGRESS_DAYS = 15;
/** A period whose draw is this old is over, despite small differences between two clocks. */
const OVER_MS = 2_000;

/** Plays the season up to the present. Throws `StartFailure` for a database that cannot have one: see checks.ts. */
export async function playSeason(options: SeasonOptions): Promise<SeasonReport> {
  const owner = new pg.Client({ connectionString: options.ownerUrl });
  await owner.connect();
  const pool = openPool({ url: options.ownerUrl, connectionsMax: 4, applicationName: 'tercet season' });
  const db = openDb(pool);
  try {
    await returnClock(owner);
    const periodMs = SEASON_LOTTERY.periodSeconds * 1_000;
    const days = options.days ?? DAYS;
    const firstMs = (currentPeriod(SEASON_LOTTERY, Date.now()) - (days * 86_400_000) / periodMs) * periodMs;
    await refuseUnfit(db, { firstMs, genesis: options.beacon.chain.genesis });
    return await withSeasonClock(owner, firstMs - LEAD_MS, async (clock) => {
      await extendPartitions(db, days + PARTITIONS_AHEAD_DAYS);
      const lottery = await openSeasonTable(db, options);
      return playPeriods({ ...options, pool, db, clock, lottery });
    });
  } finally {
    await db.destroy();
    await owner.end();
  }
}

async function openSeasonTable(db: Db, { keysDir, beacon }: SeasonOptions): Promise<Lottery> {
  if (!(await hasHouse(db))) await makeHouse(db);
  const { origin } = await db.selectFrom('house.house').select('origin').executeTakeFirstOrThrow();
  const receiptKey = await loadReceiptKey(keysDir);
  await openLottery(db, SEASON_LOTTERY, { kind: 'local', chain: beacon.chain }, receiptKey, origin);
  const lottery = (await loadCatalogue(db)).byKey.get(SEASON_LOTTERY.key);
  if (!lottery) throw new Error('the lottery of the season does not exist');
  return lottery;
}

interface Playing extends SeasonOptions {
  pool: Pool;
  db: Db;
  clock: SeasonClock;
  lottery: Lottery;
}

async function playPeriods(playing: Playing): Promise<SeasonReport> {
  const { db, clock, lottery, pool, signal } = playing;
  const catalogue = await loadCatalogue(db);
  const queue = createSlipQueue(pool, { shards: await readShards(pool) });
  const players = createPlayers(db, { db, catalogue: () => catalogue, queue, nowMs: clock.nowMs });
  const drawing = drawDeps(playing);
  const first = lottery.tables[0]?.firstPeriod ?? 0;
  const report = { draws: 0, slips: 0, members: 0 };
  for (let number = first; !signal?.aborted; number++) {
    const period = periodOf(lottery, number);
    if (!(await isOver(period))) break;
    report.slips += await playPeriod(playing, players, drawing, period, number - first);
    report.draws += 1;
    const day = report.draws / drawsADay(lottery);
    if (day % PROGRESS_DAYS === 0) playing.onProgress?.(`Day ${day}: ${report.draws} draws, ${report.slips} slips`);
  }
  return { ...report, members: players.count() };
}

function drawsADay(lottery: Lottery): number {
  return 86_400 / lottery.periodSeconds;
}

/** Real time passes during a season. Periods that lock meanwhile are played as well, once their round is due. */
async function isOver(period: Period): Promise<boolean> {
  if (Date.now() < period.locks * 1_000) return false;
  const waitMs = period.draws * 1_000 + OVER_MS - Date.now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  return true;
}

/** Plays one period from opening to the last payout. Returns the number of slips. */
async function playPeriod(
  { clock, lottery }: Playing,
  players: Players,
  drawing: DrawDeps,
  period: Period,
  draw: number,
): Promise<number> {
  const { chain } = period.table;
  const moveTo = (ms: number) => clock.set(ms, { chainHash: chain.hash, round: roundAt(ms / 1_000, chain) });
  const next = numbersOf(draw);
  const locksMs = period.locks * 1_000;
  const opensMs = locksMs - lottery.periodSeconds * 1_000;

  await moveTo(opensMs + 500 + Math.floor(next() * 400));
  for (const who of newcomersOf(draw, drawsADay(lottery))) await players.join(who);
  const occasion = { draw, day: Math.floor(draw / drawsADay(lottery)), opensMs, locksMs };
  const intentions = intentionsFor(occasion, await players.balances());
  for (const intention of intentions) {
    await moveTo(intention.atMs);
    await players.place(intention, { drawId: period.drawId, tableHash: period.table.hash });
  }

  await moveTo(locksMs + 200 + Math.floor(next() * 600));
  await advanceLottery(drawing, lottery);
  await moveTo(period.draws * 1_000 + 200 + Math.floor(next() * 600));
  await advanceLottery(drawing, lottery);
  return intentions.length;
}

/** Who joins in this period. Members who join on the same day do so at different hours. */
function newcomersOf(draw: number, perDay: number): number[] {
  return CAST.flatMap(({ joins }, who) => (joins * perDay + (who % perDay) === draw ? [who] : []));
}

/**
 * Dependencies of the draw, with a beacon that answers at once. An error ends the season, because retries would not
 * help.
 */
function drawDeps({ db, beacon }: Playing): DrawDeps {
  const source: Beacon = {
    kind: 'local',
    chain: beacon.chain,
    roundSignature: async (round) => ({ signature: beacon.signRound(round) }),
    latest: () => Promise.reject(new Error('a season never reads the newest round')),
  };
  return {
    db,
    beaconOf: (hash) => (hash === beacon.chain.hash ? source : null),
    patience: new Map(),
    onFault(what, error) {
      throw new Error(`the season failed: ${what}`, { cause: error });
    },
  };
}
