import { sql } from 'kysely';
import { askWitnesses } from '../../book/ask-witnesses.ts';
import { lockHead } from '../../book/book.ts';
import type { WitnessLink } from '../../book/witness.ts';
import type { Db } from '../../db/pool.ts';
import { transaction } from '../../db/transaction.ts';
import { DAY_MS, HOUR_MS } from '../../durations.ts';
import { databaseNowMs, type Lottery } from '../../lottery/catalogue.ts';
import { isInTime, type Period, periodOf } from '../periods.ts';

export interface LateSealDeps {
  db: Db;
  /** Name (origin) of the book. */
  origin: string;
  witnesses: readonly WitnessLink[];
  onFault(what: string, error: unknown): void;
  signal?: AbortSignal;
}

/** Retention of cosigned checkpoints at witnesses. */
const KEPT_DAYS = 90;
/** Recent voids are checked often, because a witness's answer may still arrive. Older voids are checked rarely. */
const FRESH_MS = HOUR_MS;
const SELDOM_MS = 6 * HOUR_MS;
const VOIDS_MAX = 100;

/**
 * Finds void draws whose seal was in time according to the witnesses, and overrides the voids. Such draws are drawn
 * from their own round as usual. `lastMs` is the time of the last full check. Returns the time of this check if it was
 * a full one, otherwise `lastMs`.
 */
export async function findLateSeals(deps: LateSealDeps, lottery: Lottery, lastMs: number): Promise<number> {
  const nowMs = await databaseNowMs(deps.db);
  const isWhole = nowMs - lastMs >= SELDOM_MS;
  const since = nowMs - (isWhole ? KEPT_DAYS * DAY_MS : FRESH_MS);
  for (const period of await sealedVoids(deps.db, lottery, since)) {
    if (deps.signal?.aborted) return lastMs;
    await askAbout(deps, period);
    await overrideIfInTime(deps.db, period);
  }
  return isWhole ? nowMs : lastMs;
}

/** Voids with a seal in the book, of tables with witnesses, newest first. */
async function sealedVoids(db: Db, lottery: Lottery, sinceMs: number): Promise<Period[]> {
  if (lottery.tables.every((table) => table.policy === null)) return [];
  const { rows } = await sql<{ period: bigint }>`
    select v.period from draw.void v
    join draw.seal s on s.lottery_id = v.lottery_id and s.period = v.period
    where v.lottery_id = ${lottery.id}::smallint and v.at > ${new Date(sinceMs)}
      and not exists (select 1 from draw.override o where o.lottery_id = v.lottery_id and o.period = v.period)
    order by v.period desc limit ${VOIDS_MAX}`.execute(db);
  return rows.map((row) => periodOf(lottery, Number(row.period))).filter((period) => period.table.policy !== null);
}

async function askAbout(deps: LateSealDeps, period: Period): Promise<void> {
  const { witnesses } = period.table.entry;
  const links = deps.witnesses.filter((link) => witnesses.includes(link.vkey));
  const span = { from: period.locks, to: Math.floor(period.sealByMs / 1_000) };
  const faults = await askWitnesses(deps.db, links, deps.origin, span, deps.signal);
  for (const fault of faults) deps.onFault(`the seal of ${period.drawId}`, fault);
}

/**
 * Overrides a void if its seal was in time. Holds the book's lock, as the void did. Returns whether this call overrode
 * it.
 */
export function overrideIfInTime(db: Db, period: Period): Promise<boolean> {
  return transaction(db, async (tx) => {
    await lockHead(tx);
    const key = { lottery_id: period.lottery.id, period: BigInt(period.period) };
    const seal = await tx.q
      .selectFrom('draw.seal')
      .select('entry_seq')
      .where('lottery_id', '=', key.lottery_id)
      .where('period', '=', key.period)
      .executeTakeFirst();
    if (!seal || !(await isInTime(tx, period, seal.entry_seq))) return false;
    const { rows } = await sql`
      insert into draw.override (lottery_id, period, at)
      select v.lottery_id, v.period, clock.now() from draw.void v
      where v.lottery_id = ${key.lottery_id}::smallint and v.period = ${key.period}::bigint
      on conflict do nothing returning period`.execute(tx.q);
    if (rows.length === 0) return false;
    await tx.q
      .insertInto('draw.settlement_queue')
      .values(key)
      .onConflict((oc) => oc.doNothing())
      .execute();
    return true;
  });
}
