import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { type Catalogue, databaseNowMs, loadCatalogue } from '../../lottery/catalogue.ts';
import { presentStop, type STOP_REASONS } from '../../lottery/stops.ts';
import { Refusal } from '../../refusal.ts';

/** Subject of a stop of all lotteries. That of one lottery is `table/<key>`. */
export const ALL_BETTING = 'betting';
/** Least time between a confirmed stop and its first period (`lottery.stop_betting`). */
const AHEAD_MS = 15_000;

/** A stop, or the end of one, as one person proposes it. */
export interface ProposedStop {
  /** True: it ends a stop. All other fields but `reason` are null then. */
  ends: boolean;
  /** One of `STOP_REASONS`, or `STOP_ENDED`. */
  reason: (typeof STOP_REASONS)[number] | 'ended';
  authority: string | null;
  reference: string | null;
  /** Unix milliseconds. Null: until two people end it. */
  untilMs: number | null;
}

/**
 * Throws `not-found` for an unknown lottery, or one without a table. Throws `not-stopped` for the end of a stop that is
 * neither in force nor announced, and `stop-too-short` for a stop that would end before it begins.
 */
export async function refuseImpossibleStop(q: Db | Tx['q'], subject: string, stop: ProposedStop): Promise<void> {
  const catalogue = await loadCatalogue(q);
  const lotteryId = stoppedLottery(catalogue, subject);
  const nowMs = await databaseNowMs(q);
  if (stop.ends && presentStop(catalogue.stops, lotteryId, nowMs) === null) throw new Refusal('not-stopped');
  if (stop.untilMs !== null && stop.untilMs <= earliestStopMs(catalogue, lotteryId, nowMs)) {
    throw new Refusal('stop-too-short', {}, { untilMs: 'stop-too-short' });
  }
}

/** Id of the lottery that a subject names; null for all. Throws `not-found`. */
function stoppedLottery({ byKey }: Pick<Catalogue, 'byKey'>, subject: string): number | null {
  if (subject === ALL_BETTING) return null;
  const lottery = byKey.get(subject.replace(/^table\//, ''));
  if (lottery === undefined || lottery.tables.length === 0) throw new Refusal('not-found');
  return lottery.id;
}

/** When a stop would begin that was confirmed now. */
export function earliestStopMs({ byId }: Pick<Catalogue, 'byId'>, lotteryId: number | null, nowMs: number): number {
  const lottery = lotteryId === null ? undefined : byId.get(lotteryId);
  if (lottery === undefined) return Math.ceil((nowMs + AHEAD_MS) / 1_000) * 1_000;
  const lengthMs = lottery.periodSeconds * 1_000;
  return (Math.floor((nowMs + AHEAD_MS) / lengthMs) + 1) * lengthMs;
}

/** Stops betting, or ends a stop, with an entry in the book. The caller must hold the book's lock. */
export async function stopBetting(tx: Tx, proposalId: string): Promise<void> {
  await sql`select lottery.stop_betting(${proposalId}::uuid)`.execute(tx.q);
  await sql`select pg_notify('tables', '')`.execute(tx.q);
}
