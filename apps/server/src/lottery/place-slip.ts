import { isLotteryKey, MULTIPLIER_UNIT, parseDrawId, type Stake } from '@tercet/fair';
import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import type { Identity } from '../identity.ts';
import { Refusal, type RefusalParams } from '../refusal.ts';
import { type Catalogue, currentPeriod, tableOf } from './catalogue.ts';
import { refreshPlay } from './play.ts';
import { type PreparedSlip, prepareSlip, type SlipRequest } from './slip.ts';
import type { SlipQueue, Verdict } from './slip-queue.ts';

export interface PlaceSlipDeps {
  db: Db;
  catalogue(): Catalogue;
  queue: SlipQueue;
  /** The server's idea of the time; only words depend on it, the database decides. */
  nowMs(): number;
}

export interface PlacedSlip {
  prepared: PreparedSlip;
  verdict: Verdict;
}

/**
 * Budget is fetched by this many times the need, so that a busy bucket need not ask at each slip; and by as many times
 * more whenever slips beside this one were quicker to use it.
 */
const BORROW_FACTOR = 4n;
const BORROWS_MAX = 6;
const SUMS_MAX = 4;

/**
 * Places one slip: accepted whole, once, or refused with a `Refusal`. `replayed` means that the key's first slip
 * stands; the caller reads it back.
 */
export async function placeSlip(
  deps: PlaceSlipDeps,
  identity: Identity,
  tableHash: string,
  request: SlipRequest,
): Promise<PlacedSlip> {
  const prepared = prepare(deps, identity, tableHash, request);
  // Looked at again and again until it is decided, it keeps its place before the member's later ones.
  return deps.queue.inTurn(identity.memberId, () => decide(deps, prepared));
}

async function decide(deps: PlaceSlipDeps, prepared: PreparedSlip): Promise<PlacedSlip> {
  let verdict = await judge(deps, prepared);
  let want = prepared.atRisk;
  for (let borrows = 0; verdict.code === 'exposure'; borrows++) {
    if (borrows === BORROWS_MAX) throw new Refusal('busy');
    want = smaller(want * BORROW_FACTOR, prepared.table.periodCap);
    const left = await borrowBudget(deps.db, prepared, want);
    if (left !== null && left < prepared.atRisk) throw new Refusal('exposure', leftOn(prepared, left));
    verdict = await judge(deps, prepared);
  }
  if (verdict.code === 'accepted' || verdict.code === 'replayed') return { prepared, verdict };
  throw new Refusal(verdict.code === 'limit-stale' ? 'busy' : verdict.code, paramsOf(prepared, verdict));
}

/**
 * Has the sums for the member's own limits made anew where they may say no wrongly; slips beside this one move them.
 */
async function judge({ db, queue }: PlaceSlipDeps, slip: PreparedSlip): Promise<Verdict> {
  for (let tries = 1; ; tries++) {
    const verdict = await queue.place(slip);
    if (verdict.code !== 'limit-stale' || tries === SUMS_MAX) return verdict;
    await transaction(db, (tx) => refreshPlay(tx, slip.identity));
  }
}

function prepare(deps: PlaceSlipDeps, identity: Identity, tableHash: string, request: SlipRequest): PreparedSlip {
  const parts = parseDrawId(request.drawId);
  if (!parts || !isLotteryKey(parts.key)) throw new Refusal('not-found');
  const lottery = deps.catalogue().byKey.get(parts.key);
  if (!lottery) throw new Refusal('not-found');
  const table = tableOf(lottery, parts.period);
  if (!table)
    throw new Refusal(parts.period < currentPeriod(lottery, deps.nowMs()) ? 'betting-closed' : 'period-not-open');
  if (table.hash !== tableHash) throw new Refusal('table-changed');
  return prepareSlip(identity, lottery, table, parts.period, request);
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/**
 * What the slip's bucket can lose now, or the whole table where that is less than the slip needs; null: period over.
 */
function borrowBudget(db: Db, slip: PreparedSlip, want: bigint): Promise<bigint | null> {
  const { identity, lottery, schedule, table } = slip;
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ left: bigint | null }>`
      select lottery.borrow_budget(${identity.bucket}::smallint, ${lottery.id}::smallint, ${schedule.period}::bigint,
        ${table.periodCap}::bigint, ${slip.atRisk}::bigint, ${want}::bigint) as left`.execute(tx.q);
    return rows[0]?.left ?? null;
  });
}

function paramsOf(slip: PreparedSlip, verdict: Verdict): RefusalParams {
  if (verdict.code === 'balance-too-small') return { missingMinor: String(verdict.detail) };
  if (verdict.code === 'min-balance') return { minMinor: String(verdict.detail) };
  if (verdict.code === 'member-cap') return leftOn(slip, verdict.detail);
  if (verdict.code === 'limit-stake-slip') return { maxMinor: String(verdict.detail) };
  if (verdict.code === 'limit-stake-day' || verdict.code === 'limit-loss') return { leftMinor: String(verdict.detail) };
  if (verdict.code === 'limit-session' || verdict.code === 'excluded') return { untilMs: Number(verdict.detail) };
  if (verdict.code === 'too-young') return { age: Number(verdict.detail) };
  return {};
}

/** "This table can still take N on this bet": for the bet of the slip that could win most. */
function leftOn(slip: PreparedSlip, left: bigint): RefusalParams {
  const riskiest = slip.selections.reduce((a, b) => (profitOf(slip, b) > profitOf(slip, a) ? b : a));
  const perUnit = BigInt(slip.table.entryMultipliers[riskiest.bet] ?? 0) - MULTIPLIER_UNIT;
  const stake = perUnit > 0n ? (left * MULTIPLIER_UNIT) / perUnit : 0n;
  return { leftMinor: String(stake < 0n ? 0n : stake), bet: riskiest.bet };
}

function profitOf(slip: PreparedSlip, { bet, stakeMinor }: Stake): bigint {
  return stakeMinor * (BigInt(slip.table.entryMultipliers[bet] ?? 0) - MULTIPLIER_UNIT);
}
