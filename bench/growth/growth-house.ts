import type { LotteryPlan } from '@tercet/dev/play-house/house-plan.ts';
import type { Entry } from '@tercet/fair';
import { append, noteTreeHead } from '@tercet/server/book/book.ts';
import { openDb, type Pool } from '@tercet/server/db/pool.ts';
import { transaction } from '@tercet/server/db/transaction.ts';
import type { BenchClub, BenchMember } from '../kit/club.ts';

/** Size and age of a house. */
export interface HouseSize {
  members: number;
  days: number;
}

const SLIPS_A_MEMBER = 10;
/** Slips of each watched member, the same in every house, all in the last two days. */
const OWN_SLIPS = 40;
const PERIOD_SECONDS = 300;
const DAY_SECONDS = 86_400;
/** Draws covered by one tree head. */
const DRAWS_A_MARK = 500;
const STEP = 200_000;
/** The sum is 11, at position 14 among the bets. */
const STAKES = '{100,NULL,200,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,100}';

/**
 * Inserts a house's history in bulk, as the owner: slips and postings of each day, a draw every five minutes, the book
 * with its nodes, messages, conversations and payments. The last `watched` members have the same number of slips in
 * every house.
 */
export async function fillHouse(club: BenchClub, plan: LotteryPlan, size: HouseSize, watched: BenchMember[]) {
  const { owner } = club;
  await owner.query(
    `create table public.bench_member as
     select row_number() over (order by member_id) as n, bucket, member_id from ledger.balance
     where member_id <> all ($1::uuid[])`,
    [watched.map(({ id }) => id)],
  );
  await owner.query('alter table public.bench_member add primary key (n)');
  const nowSeconds = Math.floor(Date.now() / 1_000);
  const fromSeconds = nowSeconds - size.days * DAY_SECONDS;
  await owner.query('update lottery.odds_table set first_period = $1 where lottery_id = $2', [
    firstPeriod(fromSeconds),
    plan.id,
  ]);
  // The book must have published the table before.
  await owner.query('update book.tree_head set at = to_timestamp($1)', [fromSeconds - DAY_SECONDS]);
  const others = size.members - watched.length;
  for (let from = 0; from < others * SLIPS_A_MEMBER; from += STEP) {
    const count = Math.min(STEP, others * SLIPS_A_MEMBER - from);
    await addSlips(club, plan.id, [fromSeconds, nowSeconds - 2 * PERIOD_SECONDS], count, 'public.bench_member');
  }
  await owner.query(
    `create table public.bench_watched as select row_number() over () as n, b as bucket, m as member_id
     from unnest($1::smallint[], $2::uuid[]) q (b, m)`,
    [watched.map(({ bucket }) => bucket), watched.map(({ id }) => id)],
  );
  const lately: [number, number] = [nowSeconds - 2 * DAY_SECONDS, nowSeconds - 2 * PERIOD_SECONDS];
  await addSlips(club, plan.id, lately, watched.length * OWN_SLIPS, 'public.bench_watched');
  await addBalances(club);
  await spreadJoins(club, fromSeconds, nowSeconds);
  await addDraws(club, plan.id, plan.key, fromSeconds, nowSeconds);
  await addWords(club, fromSeconds, nowSeconds);
  await addPayments(club, fromSeconds, nowSeconds);
  await owner.query('vacuum analyze');
  await owner.query('checkpoint');
}

function firstPeriod(seconds: number): number {
  return Math.floor(seconds / PERIOD_SECONDS);
}

/** Slips at regular times, each with key and stake, every third with a payout. */
async function addSlips(
  { owner }: BenchClub,
  lotteryId: number,
  [from, to]: [number, number],
  count: number,
  members: string,
): Promise<void> {
  await owner.query(
    `with slip as materialized (
       select m.bucket, m.member_id, q.ms, floor(q.ms / 1000 / ${PERIOD_SECONDS})::bigint as period,
         (to_timestamp((floor(q.ms / 1000 / ${PERIOD_SECONDS}) + 1) * ${PERIOD_SECONDS}) at time zone 'UTC')::date as day,
         (lpad(to_hex(q.ms::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3) || '8'
           || substr(md5(random()::text), 1, 15))::uuid as id, q.n
       from (select n, (($2::bigint + ($3::bigint - $2::bigint) * n / $4::float8) * 1000)::bigint as ms,
           1 + ((n * 7919) % (select count(*) from ${members})) as who
         from generate_series(1, $4::integer) n) q
       join ${members} m on m.n = q.who
     ), key as (
       insert into lottery.slip_key (bucket, member_id, key, body_hash, slip_id, day, lottery_id, period, salt)
       select bucket, member_id, id, sha256(id::text::bytea), id, day, $1, period, sha256(id::text::bytea) from slip
     ), placed as (
       insert into lottery.slip (bucket, member_id, day, lottery_id, period, id, key, table_id, accepted_ms, total, at_risk,
         stakes, commitment, leaf)
       select bucket, member_id, day, $1, period, id, id, (select id from lottery.odds_table where lottery_id = $1), ms,
         400, 0, '${STAKES}', sha256(id::text::bytea), sha256(id::text::bytea) from slip
     ), stake as (
       insert into ledger.transfer (bucket, member_id, day, ref, kind, debit, credit, amount, epoch, at)
       select bucket, member_id, day, id, 'stake', 'available', 'play', 400, 0, to_timestamp(ms / 1000.0) from slip
     )
     insert into ledger.transfer (bucket, member_id, day, ref, kind, debit, credit, amount, epoch, at)
     select bucket, member_id, day, id, 'payout', 'play', 'available', 300, 0,
       to_timestamp((period + 1) * ${PERIOD_SECONDS} + 15) from slip where n % 3 = 0`,
    [lotteryId, from, to, count],
  );
}

/** Balances and versions that result from the transfers. */
async function addBalances({ owner }: BenchClub): Promise<void> {
  await owner.query(
    `update ledger.balance b set available = b.available + t.back - t.staked, play = b.play + t.staked - t.back,
       version = b.version + t.n
     from (select bucket, member_id, count(*) as n, coalesce(sum(amount) filter (where kind = 'stake'), 0) as staked,
         coalesce(sum(amount) filter (where kind = 'payout'), 0) as back
       from ledger.transfer where kind in ('stake', 'payout') group by bucket, member_id) t
     where b.bucket = t.bucket and b.member_id = t.member_id`,
  );
  await owner.query(
    `insert into ledger.line_day (bucket, member_id, date, day)
     select distinct bucket, member_id, (at at time zone 'UTC')::date, day from ledger.transfer on conflict do nothing`,
  );
}

/** Members joined evenly over the days of the house. */
async function spreadJoins({ owner }: BenchClub, from: number, to: number): Promise<void> {
  await owner.query(
    `update members.member m set created_at = to_timestamp($1::float8 + ($2::float8 - $1) * b.n / (
       select count(*) from public.bench_member))
     from public.bench_member b where b.bucket = m.bucket and b.member_id = m.member_id`,
    [from, to],
  );
}

/** Every period sealed, drawn and settled, with entries and tree heads in the book. */
async function addDraws({ owner }: BenchClub, lotteryId: number, key: string, from: number, to: number): Promise<void> {
  const first = firstPeriod(from);
  const periods = Array.from({ length: Math.floor(to / PERIOD_SECONDS) - 2 - first }, (_, n) => first + n);
  const size = await writeBook(owner, key, periods);
  await owner.query(
    `update book.entry e set at = to_timestamp(split_part(e.draw_id, '/', 2)::bigint * ${PERIOD_SECONDS} + ${PERIOD_SECONDS}
       + case e.type when 'seal' then 1 else 13 end) where e.seq >= $1`,
    [size],
  );
  await owner.query(
    'update book.tree_head c set at = e.at from book.entry e where e.seq = c.size - 1 and c.size > $1',
    [size],
  );
  await owner.query(
    `with p as (select period, n, to_timestamp((period + 1) * ${PERIOD_SECONDS}) as locks
       from unnest($2::bigint[]) with ordinality q (period, n)
     ), sealed as (
       insert into draw.seal (lottery_id, period, root, slip_count, entry_seq, at)
       select $1, period, decode(repeat('0', 64), 'hex'), 3, $3 + 2 * (n - 1), locks + interval '1 second' from p
     ), drawn as (
       insert into draw.draw (lottery_id, period, round, signature, dice, total, entry_seq, at)
       select $1, period, 1, decode(repeat('0', 96), 'hex'), '{4,4,3}', 11, $3 + 2 * n - 1, locks + interval '13 seconds'
       from p
     ), chunk as (
       insert into draw.settlement_chunk (lottery_id, period, step, bucket, at)
       select $1, period, 'settle', 0, locks + interval '15 seconds' from p
     ), paid as (
       insert into draw.settlement_step (lottery_id, period, step, state, at)
       select $1, period, 'settle', 'done', locks + interval '15 seconds' from p
     ), noted as (
       insert into draw.turnover (lottery_id, period, day, slips, staked, won, due_sum, due_spread, late, paid_at)
       select $1, period, (locks at time zone 'UTC')::date, 3, 1200, 300, 250000, 60000000000, false,
         locks + interval '15 seconds' from p
       returning *
     )
     insert into draw.day_turnover (day, lottery_id, draws, late, slips, staked, won, due_sum, due_spread)
     select day, lottery_id, count(*), 0, sum(slips), sum(staked), sum(won), sum(due_sum), sum(due_spread)
     from noted group by day, lottery_id
     on conflict (day, lottery_id) do update set draws = day_turnover.draws + excluded.draws,
       slips = day_turnover.slips + excluded.slips, staked = day_turnover.staked + excluded.staked,
       won = day_turnover.won + excluded.won, due_sum = day_turnover.due_sum + excluded.due_sum,
       due_spread = day_turnover.due_spread + excluded.due_spread`,
    [lotteryId, periods, size],
  );
}

/** Adds a seal and a draw for each period with the book's own functions. Returns the index of the first. */
async function writeBook(owner: Pool, key: string, periods: readonly number[]): Promise<number> {
  const db = openDb(owner);
  const { size } = await db.selectFrom('book.head').select('size').executeTakeFirstOrThrow();
  for (let from = 0; from < periods.length; from += DRAWS_A_MARK) {
    const entries = periods.slice(from, from + DRAWS_A_MARK).flatMap((period): Entry[] => [
      { type: 'seal', draw_id: `${key}/${period}`, root: '0'.repeat(64), count: '3', table: '0'.repeat(64) },
      { type: 'draw', draw_id: `${key}/${period}`, round: '1', signature: '0'.repeat(96), dice: ['4', '4', '3'] },
    ]);
    await transaction(db, (tx) => append(tx, entries));
    await noteTreeHead(db);
  }
  return Number(size);
}

/** An id of a past moment, in SQL. */
const idAt = (seconds: string): string =>
  `(lpad(to_hex((${seconds} * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3) || '8'
    || substr(md5(random()::text), 1, 15))::uuid`;

/** Four messages per member, a support conversation for every fifth, and a staff act for every second. */
async function addWords({ owner }: BenchClub, from: number, to: number): Promise<void> {
  await owner.query(
    `insert into members.message (bucket, member_id, id, kind, params, at, read_at)
     select b.bucket, b.member_id, ${idAt('q.s')}, 'welcome', '{}', to_timestamp(q.s), now()
     from ledger.balance b, generate_series(1, 4) k, lateral (select $1::bigint + random() * ($2::bigint - $1::bigint) as s
       where k > 0) q`,
    [from, to],
  );
  await owner.query(
    `with thread as (
       insert into desk.thread (bucket, member_id, id, subject, opened_at, last_at, entries, waits_since, closed_at,
         closed_by, member_read, house_read, member_told)
       select m.bucket, m.member_id, ${idAt('q.s')}, 'question', to_timestamp(q.s), to_timestamp(q.s), 2, null,
         case when m.n % 50 > 0 then to_timestamp(q.s) end, case when m.n % 50 > 0 then 'house' end, 2, 2, 2
       from public.bench_member m, lateral (select $1::bigint + random() * ($2::bigint - $1::bigint) as s where m.n > 0) q
       where m.n % 5 = 0 returning *)
     insert into desk.entry (bucket, member_id, thread_id, n, key, words, at)
     select bucket, member_id, id, k, gen_random_uuid(), 'Hello', opened_at from thread, generate_series(1, 2) k`,
    [from, to],
  );
  await owner.query(
    `insert into audit.entry (seq, at, act, member_bucket, member_id, body, hash)
     select (select size - 1 from audit.head) + row_number() over (order by m.n),
       to_timestamp($1::bigint + m.n * ($2::bigint - $1::bigint)::float8 / (select count(*) from public.bench_member)),
       'note-added', m.bucket, m.member_id, '{}', sha256(m.member_id::text::bytea)
     from public.bench_member m where m.n % 2 = 0`,
    [from, to],
  );
  await owner.query('update audit.head set size = (select max(seq) + 1 from audit.entry)');
  await owner.query(
    'insert into members.user_name_claim (name_key, bucket, member_id) select user_name, bucket, member_id from members.member',
  );
}

/** Every fourth member has deposited, every eighth has withdrawn, and one in four hundred waits for review. */
async function addPayments({ owner }: BenchClub, from: number, to: number): Promise<void> {
  await owner.query(
    `with top_up as (
       insert into payments.top_up (bucket, member_id, id, day, amount, currency, provider, state, created_at, expires_at,
         ended_at, next_at)
       select m.bucket, m.member_id, ${idAt('q.s')}, (to_timestamp(q.s) at time zone 'UTC')::date, 1000, 'PLAY', 'sandbox',
         'credited', to_timestamp(q.s), to_timestamp(q.s), to_timestamp(q.s), to_timestamp(q.s)
       from public.bench_member m, lateral (select $1::bigint + random() * ($2::bigint - $1::bigint) as s where m.n > 0) q
       where m.n % 4 = 0 returning *)
     insert into payments.payment (bucket, member_id, id, top_up_id, day, provider, provider_ref, amount, currency, state, at,
       ended_at, next_at)
     select bucket, member_id, id, id, day, provider, id::text, amount, currency, 'credited', ended_at, ended_at, ended_at
     from top_up`,
    [from, to],
  );
  await owner.query(
    `insert into payments.withdrawal (bucket, member_id, id, day, amount, currency, payee_id, provider, state, submitted_at,
       review_due_at, ended_at)
     select m.bucket, m.member_id, ${idAt('q.s')}, (to_timestamp(q.s) at time zone 'UTC')::date, 1000, 'PLAY', m.member_id,
       'sandbox', case when m.n % 400 = 0 then 'in-review' else 'paid' end, to_timestamp(q.s),
       to_timestamp(q.s) + interval '1 hour', case when m.n % 400 > 0 then to_timestamp(q.s) end
     from public.bench_member m, lateral (select $1::bigint + random() * ($2::bigint - $1::bigint) as s where m.n > 0) q
     where m.n % 8 = 0`,
    [from, to],
  );
}
