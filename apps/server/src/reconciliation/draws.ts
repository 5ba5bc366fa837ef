import { drawIdOf, verifyBeaconRounds } from '@tercet/fair';
import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { PayStep } from '../draw/periods.ts';
import { type Period, periodOf } from '../draw/periods.ts';
import { noteSigned, PayRefused, PayTooEarly, verifyPayCause } from '../draw/settlement/pay-cause.ts';
import { type Catalogue, type Lottery, tableOf } from '../lottery/catalogue.ts';
import { type LedgerFault, NO_FAULT } from './fault.ts';
import type { PaidPeriod } from './slips.ts';
import type { Buckets } from './span.ts';

const STEPS: Record<string, PayStep> = { payout: 'settle', refund: 'refund', return: 'return' };

/**
 * Paid periods that fail the verification required for payment: signature, dice, table, seal and inclusion in the
 * book. Signatures are verified in one batch per beacon. Throws if a paid period is newer than the catalogue.
 */
export async function unprovenFaults(
  db: Db,
  catalogue: Catalogue,
  paid: readonly PaidPeriod[],
  logKeys: readonly string[] | null = null,
): Promise<LedgerFault[]> {
  const found: LedgerFault[] = [];
  const known: { kinds: readonly string[]; at: Period }[] = [];
  for (const { lotteryId, period, kinds } of paid) {
    const lottery = catalogue.byId.get(lotteryId);
    if (lottery === undefined) throw new Error(`lottery ${lotteryId} is not in the catalogue yet`);
    if (await isRuled(db, lottery, period)) known.push({ kinds, at: periodOf(lottery, period) });
    else found.push(...kinds.map((kind) => ({ ...NO_FAULT, what: 'unproven: table', kind, lotteryId, period })));
  }
  await verifySignatures(
    db,
    known.filter(({ kinds }) => kinds.includes('payout')).map(({ at }) => at),
  );
  for (const { at, kinds } of known) {
    for (const kind of kinds) found.push(...(await faultsOf(db, at, kind, logKeys)));
  }
  return found;
}

/** Whether a table covers a period. Throws if that table is not in the catalogue yet. */
async function isRuled(db: Db, lottery: Lottery, period: number): Promise<boolean> {
  if (tableOf(lottery, period) !== null) return true;
  const stored = await db
    .selectFrom('lottery.odds_table')
    .select('id')
    .where('lottery_id', '=', lottery.id)
    .where('first_period', '<=', BigInt(period))
    .limit(1)
    .executeTakeFirst();
  if (stored !== undefined) throw new Error(`the table of ${lottery.key}/${period} is not in the catalogue yet`);
  return false;
}

async function faultsOf(db: Db, at: Period, kind: string, logKeys: readonly string[] | null): Promise<LedgerFault[]> {
  const step = STEPS[kind];
  if (step === undefined) return [];
  try {
    await verifyPayCause(db, at, step, logKeys);
    return [];
  } catch (error) {
    const fault = error instanceof PayTooEarly ? 'early' : error instanceof PayRefused ? error.fault : null;
    if (fault === null) throw error;
    return [{ ...NO_FAULT, what: `unproven: ${fault}`, kind, lotteryId: at.lottery.id, period: at.period }];
  }
}

/** Verifies signatures in batches. Valid ones need no further verification. */
async function verifySignatures(db: Db, periods: readonly Period[]): Promise<void> {
  for (const some of Map.groupBy(periods, ({ table }) => `${table.chain.hash}/${table.chain.publicKey}`).values()) {
    const [first] = some;
    if (first === undefined) continue;
    const signatures = await signaturesOf(db, some);
    const rounds = some.flatMap((period) => {
      const signature = signatures.get(period.drawId);
      return signature === undefined ? [] : [{ period, round: period.round, signature }];
    });
    const valid = verifyBeaconRounds(first.table.chain, rounds);
    for (const [index, { period, signature }] of rounds.entries()) if (valid[index]) noteSigned(period, signature);
  }
}

/** Signatures recorded for draws, in hex, by draw id. */
async function signaturesOf(db: Db, periods: readonly Period[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; period: bigint; signature: Buffer }>`
    select l.key, d.period, d.signature
    from unnest(${periods.map(({ lottery }) => lottery.id)}::smallint[],
      ${periods.map(({ period }) => period)}::bigint[]) q (lottery_id, period)
    join draw.draw d on d.lottery_id = q.lottery_id and d.period = q.period
    join lottery.lottery l on l.id = d.lottery_id`.execute(db);
  return new Map(rows.map(({ key, period, signature }) => [drawIdOf(key, Number(period)), signature.toString('hex')]));
}

interface Row {
  lottery_id: number;
  period: bigint;
  step: string;
  day: string;
}

/** Periods with bets. Those without bets have no payments. */
async function withBets(db: Db, rows: readonly Row[]): Promise<PaidPeriod[]> {
  const { rows: bet } = await sql<{ lottery_id: number; period: bigint }>`
    select distinct s.lottery_id, s.period from lottery.slip s
    where s.day = any (${[...new Set(rows.map(({ day }) => day))]}::date[])
      and s.period = any (${rows.map(({ period }) => String(period))}::bigint[])`.execute(db);
  const has = new Set(bet.map(({ lottery_id, period }) => `${lottery_id}/${period}`));
  return rows
    .filter(({ lottery_id, period }) => has.has(`${lottery_id}/${period}`))
    .map(({ lottery_id: lotteryId, period, step, day }) => ({
      ...{ lotteryId, period: Number(period), day, kinds: [step === 'settle' ? 'payout' : step] },
    }));
}

const PAGE = 200;
const RECENT_DAYS = 2;
/** Days in which all older draws are verified again. */
const ROUND_DAYS = 30;

/**
 * Paid periods with bets whose number modulo 256 is in a range: those of the last two days, and one thirtieth of the
 * older ones by `dayNumber` (days since 1970). A null `dayNumber` selects all.
 */
export async function* periodsToVerify(
  db: Db,
  [from, to]: Buckets,
  dayNumber: number | null,
): AsyncGenerator<PaidPeriod[]> {
  const turn =
    dayNumber === null
      ? sql`true`
      : sql`(q.at > clock.now() - make_interval(days => ${RECENT_DAYS}::integer)
          or (q.period / 256) % ${ROUND_DAYS}::integer = ${dayNumber % ROUND_DAYS}::integer)`;
  for (let last = { lotteryId: -1, period: -1 }; ; ) {
    const { rows } = await sql<Row>`
      select q.lottery_id, q.period, q.step,
        (to_timestamp((q.period + 1) * l.period_seconds) at time zone 'UTC')::date as day
      from draw.settlement_step q join lottery.lottery l on l.id = q.lottery_id
      where q.state = 'done' and q.period % 256 between ${from}::integer and ${to}::integer and ${turn}
        and (q.lottery_id, q.period) > (${last.lotteryId}::smallint, ${last.period}::bigint)
      order by q.lottery_id, q.period, q.step limit ${PAGE}`.execute(db);
    if (rows.length === 0) return;
    yield await withBets(db, rows);
    const end = rows.at(-1);
    last = { lotteryId: end?.lottery_id ?? -1, period: Number(end?.period ?? -1n) };
    if (rows.length < PAGE) return;
  }
}
