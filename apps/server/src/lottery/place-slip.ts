import { type Bet, isLotteryKey, MULTIPLIER_UNIT, multiplierList, parseDrawId, type Stake } from '@tercet/fair';
import { sql } from 'kysely';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import type { Identity } from '../identity.ts';
import { Refusal, type RefusalParams } from '../refusal.ts';
import { type Catalogue, currentPeriod, tableOf } from './catalogue.ts';
import { refreshPlay } from './play-session.ts';
import { type PreparedSlip, prepareSlip, type SlipRequest } from './slip.ts';
import type { SlipQueue, Verdict } from './slip-queue.ts';

export interface PlaceSlipDeps {
  db: Db;
  catalogue(): Catalogue;
  queue: SlipQueue;
  /** Estimated database time. Only the choice of refusal depends on it; the database decides. */
  nowMs(): number;
}

export interface PlacedSlip {
  prepared: PreparedSlip;
  verdict: Verdict;
}

/**
 * Multiple of the needed budget to borrow, so that a busy bucket does not borrow for each slip. It grows by the same
 * factor each time concurrent slips used the budget first.
 */
const BORROW_FACTOR = 4n;
const BORROWS_MAX = 6;
const SUMS_MAX = 4;

/**
 * Places one slip exactly once, or throws a `Refusal`. `replayed` means that an earlier slip with the same key is in
 * force. The caller reads it.
 */
export async function placeSlip(
  deps: PlaceSlipDeps,
  identity: Identity,
  tableHash: string,
  request: SlipRequest,
): Promise<PlacedSlip> {
  const prepared = prepare(deps, identity, tableHash, request);
  // The slip keeps its place before the member's later ones while it is retried.
  const place = () => deps.queue.inTurn(identity.memberId, () => decide(deps, prepared));
  try {
    const { value, isShared } = await deps.queue.once(prepared, place);
    return { prepared, verdict: isShared ? { ...value, code: 'replayed' } : value };
  } catch (error) {
    // The answer to an accepted slip does not depend on the member's other slips.
    const isFull = error instanceof Refusal && error.code === 'bets-waiting';
    if (!isFull || !(await wasAccepted(deps.db, prepared))) throw error;
    return { prepared, verdict: { code: 'replayed', detail: 0n, acceptedMs: 0, availableMinor: 0n } };
  }
}

/** Whether the same slip was accepted under the same key. False without a live session, which the database checks. */
async function wasAccepted(db: Db, { identity, key, bodyHash }: PreparedSlip): Promise<boolean> {
  const { rows } = await sql`
    select from lottery.slip_key k
    where ${ofMember(identity, 'k')} and k.key = ${key}::uuid and k.body_hash = ${bodyHash}
      and exists (
        select from members.session s
        where ${ofMember(identity, 's')} and s.token_hash = ${identity.tokenHash} and s.ended_at is null
          and s.idle_until > clock.now() and s.expires_at > clock.now())`.execute(db);
  return rows.length > 0;
}

async function decide(deps: PlaceSlipDeps, prepared: PreparedSlip): Promise<Verdict> {
  let verdict = await judge(deps, prepared);
  let want = prepared.atRisk;
  for (let borrows = 0; verdict.code === 'exposure'; borrows++) {
    if (borrows === BORROWS_MAX) throw new Refusal('busy');
    want = smaller(want * BORROW_FACTOR, prepared.table.periodCap);
    const left = await borrowBudget(deps.db, prepared, want);
    if (left !== null && left < prepared.atRisk) throw new Refusal('exposure', leftOn(prepared, left));
    verdict = await judge(deps, prepared);
  }
  if (verdict.code === 'accepted' || verdict.code === 'replayed') return verdict;
  throw new Refusal(verdict.code === 'limit-stale' ? 'busy' : verdict.code, paramsOf(prepared, verdict));
}

/**
 * Judges a slip. Recomputes outdated sums for the member's own limits first; concurrent slips may outdate them again.
 */
async function judge({ db, queue }: PlaceSlipDeps, slip: PreparedSlip): Promise<Verdict> {
  for (let attempts = 1; ; attempts++) {
    const verdict = await queue.place(slip);
    if (verdict.code !== 'limit-stale' || attempts === SUMS_MAX) return verdict;
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
 * Borrows budget for the slip's bucket. Returns the possible loss left to the bucket, or to the whole table if that is
 * less than the slip needs. Null: the period is over.
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

/** "This table can still take N on this bet", for the bet with the largest possible win. */
function leftOn(slip: PreparedSlip, left: bigint): RefusalParams {
  const riskiest = slip.selections.reduce((a, b) => (profitOf(slip, b) > profitOf(slip, a) ? b : a));
  const perUnit = greatestMultiplier(slip, riskiest.bet) - MULTIPLIER_UNIT;
  const stake = perUnit > 0n ? (left * MULTIPLIER_UNIT) / perUnit : 0n;
  return { leftMinor: String(stake < 0n ? 0n : stake), bet: riskiest.bet };
}

function profitOf(slip: PreparedSlip, { bet, stakeMinor }: Stake): bigint {
  return stakeMinor * (greatestMultiplier(slip, bet) - MULTIPLIER_UNIT);
}

function greatestMultiplier({ table }: PreparedSlip, bet: Bet): bigint {
  const list = multiplierList(bet, table.entryMultipliers[bet] ?? []).map(BigInt);
  return list.reduce((greatest, one) => (one > greatest ? one : greatest), 0n);
}
