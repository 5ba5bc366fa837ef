import { lockTime } from '@tercet/fair';
import { sql } from 'kysely';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { SECOND_MS } from '../durations.ts';
import type { Account } from '../ledger/lock.ts';
import type { DecidedBet, PlayHistory, PlayWeek } from './indicators.ts';

/** Length in seconds of a lottery's periods; undefined for an unknown lottery. */
export type PeriodSecondsOf = (lotteryId: number) => number | undefined;

/** The last seven days and the weeks that they are compared with. */
const WEEKS = 13;
/** Newest bets of the last seven days that are looked at. */
const BETS_MAX = 2_000;
/** From the lock of a period to its dice, about. */
const DECIDED_AFTER_MS = 20 * SECOND_MS;

/** Reads what the indicators are computed from: a member's own rows, in four bounded queries. */
export async function readHistory(
  tx: Tx,
  account: Account,
  { timeZone, periodSecondsOf }: { timeZone: string; periodSecondsOf: PeriodSecondsOf },
): Promise<PlayHistory> {
  const weeks = await readWeeks(tx, account, timeZone);
  const bets = await readBets(tx, account, periodSecondsOf);
  return { weeks, bets, ...(await readMoneyActs(tx, account)), ...(await readAsks(tx, account)) };
}

/** Play by week, newest first. Play time is the time between bets that are at most an hour apart. */
async function readWeeks(tx: Tx, { bucket, memberId }: Account, timeZone: string): Promise<PlayWeek[]> {
  const { rows } = await sql<PlayWeek & { week: number }>`
    with now as materialized (select clock.now() as at),
    stake as (
      select t.at, t.amount, t.at - lag(t.at) over (order by t.at) as gap, t.at at time zone ${timeZone} as wall
      from now, ledger.lines(${bucket}::smallint, ${memberId}::uuid, now.at - ${WEEKS * 7}::integer * interval '1 day',
        now.at + interval '1 minute') t
      where t.kind = 'stake'
    )
    select greatest(0, floor(extract(epoch from now.at - s.at) / 604800))::integer as week,
      sum(s.amount)::bigint as staked,
      coalesce(sum(extract(epoch from s.gap)) filter (where s.gap <= interval '1 hour') / 60, 0)::float8 as minutes,
      (count(distinct s.wall::date) filter (where extract(hour from s.wall) < 6))::integer as nights
    from stake s, now group by 1`.execute(tx.q);
  return Array.from({ length: WEEKS }, (_, index) => {
    const { staked, minutes, nights } = rows.find(({ week }) => week === index) ?? NO_PLAY;
    return { staked, minutes, nights };
  });
}

const NO_PLAY: PlayWeek = { staked: 0n, minutes: 0, nights: 0 };

async function readBets(
  tx: Tx,
  { bucket, memberId }: Account,
  periodSecondsOf: PeriodSecondsOf,
): Promise<DecidedBet[]> {
  const { rows } = await sql<{
    placed: bigint;
    staked: bigint;
    returned: bigint;
    lotteryId: number;
    period: bigint;
  }>`
    with now as materialized (select clock.now() as at),
    back as materialized (
      select t.ref, sum(t.amount) as amount
      from now, ledger.lines(${bucket}::smallint, ${memberId}::uuid, now.at - interval '7 days',
        now.at + interval '1 minute') t
      where t.kind in ('payout', 'refund', 'return') group by t.ref
    )
    select s.accepted_ms as placed, s.total as staked, coalesce(b.amount, 0)::bigint as returned,
      s.lottery_id as "lotteryId", s.period
    from lottery.slip s left join back b on b.ref = s.id
    where ${ofMember({ bucket, memberId }, 's')}
      and s.day >= ((clock.now() - interval '7 days') at time zone 'UTC')::date
      and s.accepted_ms > clock.now_ms() - 604800000
    order by s.accepted_ms desc limit ${BETS_MAX}`.execute(tx.q);
  return rows.flatMap(({ placed, staked, returned, lotteryId, period }) => {
    const seconds = periodSecondsOf(lotteryId);
    if (seconds === undefined) return [];
    const decidedAtMs = lockTime(Number(period), seconds) * SECOND_MS + DECIDED_AFTER_MS;
    return [{ placedAtMs: Number(placed), decidedAtMs, staked, returned }];
  });
}

/** Top-ups that failed, and what withdrawals there were. */
async function readMoneyActs(tx: Tx, account: Account) {
  const { rows } = await sql<{ failed: number; split: number; after: number }>`
    with month as (
      select w.submitted_at as at from payments.withdrawal w
      where ${ofMember(account, 'w')} and not w.closing and w.submitted_at > clock.now() - interval '30 days'
    )
    select
      (select count(*) from payments.top_up t where ${ofMember(account, 't')} and t.state = 'failed'
        and t.created_at > clock.now() - interval '7 days')::integer as failed,
      coalesce((select max(n) from (select count(*) over (order by m.at range interval '24 hours' preceding) as n
        from month m) counted), 0)::integer as split,
      (select count(*) from payments.payment p where ${ofMember(account, 'p')} and p.state = 'credited'
        and exists (select from month m where p.at > m.at and p.at <= m.at + interval '24 hours'))::integer as after`.execute(
    tx.q,
  );
  const { failed = 0, split = 0, after = 0 } = rows[0] ?? {};
  return { failedDeposits: failed, withdrawalsInADay: split, depositsAfterWithdrawal: after };
}

/** Requests for looser limits, and conversations that the member opened. */
async function readAsks(tx: Tx, account: Account) {
  const { rows } = await sql<{ raises: number; contacts: number }>`
    select
      (select count(*) from members.limit_request r where ${ofMember(account, 'r')}
        and r.asked_at > clock.now() - interval '30 days')::integer as raises,
      (select count(*) from desk.thread t where ${ofMember(account, 't')}
        and t.opened_at > clock.now() - interval '28 days')::integer as contacts`.execute(tx.q);
  const { raises = 0, contacts = 0 } = rows[0] ?? {};
  return { limitRaises: raises, deskContacts: contacts };
}

/** What was deposited less what was paid out in the last days, in minor units. */
export async function readNetDeposit(tx: Tx, account: Account, days: number): Promise<bigint> {
  const { rows } = await sql<{ net: bigint }>`
    select (
      coalesce((select sum(p.amount) from payments.payment p where ${ofMember(account, 'p')}
        and p.state = 'credited' and p.ended_at > clock.now() - ${days}::integer * interval '1 day'), 0)
      - coalesce((select sum(w.amount) from payments.withdrawal w where ${ofMember(account, 'w')}
        and w.state = 'paid' and w.ended_at > clock.now() - ${days}::integer * interval '1 day'), 0)
    )::bigint as net`.execute(tx.q);
  return rows[0]?.net ?? 0n;
}

/** Time zone of a member's push settings, else UTC. `known` reads the zones of the database. */
export async function readTimeZone(
  tx: Tx,
  account: Account,
  known: () => Promise<ReadonlySet<string>>,
): Promise<string> {
  const { rows } = await sql<{ zone: string }>`
    select s.time_zone as zone from members.push_setting s where ${ofMember(account, 's')}`.execute(tx.q);
  const zone = rows[0]?.zone;
  return zone !== undefined && (await known()).has(zone) ? zone : 'UTC';
}

const zonesOf = new WeakMap<Db, Promise<ReadonlySet<string>>>();

/** Names of the time zones that a database knows. Read once: it opens 1,200 files for the list. */
export function knownTimeZones(db: Db): Promise<ReadonlySet<string>> {
  const read = async () => {
    const { rows } = await sql<{ name: string }>`select name from pg_timezone_names`.execute(db);
    return new Set(rows.map(({ name }) => name));
  };
  const zones = zonesOf.get(db) ?? read();
  zonesOf.set(db, zones);
  zones.catch(() => zonesOf.delete(db));
  return zones;
}
