-- draw

create schema draw;

-- The newest verified round of a beacon chain. Betting stops while it and the clock disagree.
create table draw.beacon_head (
  chain_hash bytea not null,
  round bigint not null,
  seen_at timestamptz not null,
  primary key (chain_hash)
);

-- Draws, one per period: the beacon's round and signature, the dice, and the position of the entry in the book.
create table draw.draw (
  lottery_id smallint not null,
  period bigint not null,
  round bigint not null,
  signature bytea not null,
  dice smallint[] not null,
  total smallint not null,
  entry_seq bigint not null,
  at timestamptz not null,
  primary key (lottery_id, period)
);

-- Draws that the paying process could not verify. It pays nothing of such a draw. The lottery takes no bets until two
-- people have reviewed it. Rows are immutable.
create table draw.fault (
  lottery_id smallint not null,
  period bigint not null,
  step text not null,
  what text not null,
  at timestamptz not null default clock.now(),
  primary key (lottery_id, period, step, what),
  constraint fault_step_check check (step in ('settle', 'refund', 'return'))
);

-- Leaves of a sealed period in the order of its tree, 1,024 per page, written with the seal. A page's root is a node
-- of the tree. So a Merkle path needs the leaves of one page and the roots of all pages, for any number of slips.
create table draw.leaf_page (
  lottery_id smallint not null,
  period bigint not null,
  page integer not null,
  first_id uuid not null,
  root bytea not null,
  -- 32 bytes each. Only the last page of a period has fewer than 1,024.
  leaves bytea not null,
  primary key (lottery_id, period, page),
  constraint leaf_page_leaves_check check (((length(leaves) % 32) = 0) and ((length(leaves) >= 32)
    and (length(leaves) <= 32768))),
  constraint leaf_page_page_check check (page >= 0),
  constraint leaf_page_root_check check (length(root) = 32)
);

-- Leader leases of timed roles. Another process takes over an expired lease.
create table draw.lease (
  name text not null,
  holder uuid not null,
  until_at timestamptz not null,
  primary key (name)
);

-- Beacon signatures that anyone may submit for a draw that waits. The draw verifies them and removes invalid ones.
-- They decide nothing else.
create table draw.offer (
  lottery_id smallint not null,
  period bigint not null,
  signature bytea not null,
  at timestamptz not null,
  primary key (lottery_id, period, signature),
  constraint offer_signature_check check (length(signature) = 48)
);

-- Voids that were undone because a cosignature, found later, proves that the seal was in time. Such a period is drawn
-- like any other. Winners get their payout less the refunded stake.
create table draw.override (
  lottery_id smallint not null,
  period bigint not null,
  at timestamptz not null,
  primary key (lottery_id, period)
);

-- Sealed periods: the Merkle root over the leaves of all slips, their number, and the position of the entry in the
-- book.
create table draw.seal (
  lottery_id smallint not null,
  period bigint not null,
  root bytea not null,
  slip_count bigint not null,
  entry_seq bigint not null,
  at timestamptz not null,
  primary key (lottery_id, period)
);

-- Finished chunks of buckets of the paying steps. `bucket` is the first bucket of the chunk.
create table draw.settlement_chunk (
  lottery_id smallint not null,
  period bigint not null,
  step text not null,
  bucket smallint not null,
  at timestamptz not null,
  primary key (lottery_id, period, step, bucket),
  constraint settlement_chunk_bucket_check check (bucket between 0 and 255),
  constraint settlement_chunk_step_check check (step in ('settle', 'refund', 'return'))
);

-- Periods that are not finished. A queue: rows are removed when done.
create table draw.settlement_queue (
  lottery_id smallint not null,
  period bigint not null,
  primary key (lottery_id, period)
);

-- Progress of the paying steps: settle (winners), refund (void), return (beacon a day late). A row records that a step
-- reached a state: a return has `begun`, a step is `done`.
create table draw.settlement_step (
  lottery_id smallint not null,
  period bigint not null,
  step text not null,
  state text not null,
  at timestamptz not null,
  -- The ledger epoch of the last payout or refund of the period. Set with `done` only; null if the period had no slip.
  epoch integer,
  primary key (lottery_id, period, step, state),
  constraint settlement_step_check check (step in ('settle', 'refund', 'return')),
  constraint settlement_step_state_check check (state = 'done' or (state = 'begun' and step = 'return'))
);
-- Every API process polls for recently finished steps every two seconds; the table keeps all history.
create index settlement_step_done on draw.settlement_step (at, lottery_id, period, step) where state = 'done'::text;

-- Stakes and payouts of a drawn period that is paid in full. A job writes each row once, from the slips and the
-- ledger. No decision about a draw or about money reads it.
create table draw.turnover (
  lottery_id smallint not null,
  period bigint not null,
  -- UTC date of the lock.
  day date not null,
  slips bigint not null,
  staked bigint not null,
  won bigint not null,
  -- Sum of the payouts of the 216 outcomes of three dice, on these slips. The expected payout is this / 216.
  due_sum numeric not null,
  -- 216 × the sum of their squares - the square of their sum. The variance of the payout is this / 216².
  due_spread numeric not null,
  -- Whether the draw came after the time at which a waiting period counts as late (src/draw/period-state.ts).
  late boolean not null,
  paid_at timestamptz not null,
  primary key (lottery_id, period)
);
create index turnover_by_time on draw.turnover (paid_at);
create index turnover_of_day on draw.turnover (day);

-- Sums of `draw.turnover` by UTC date of the lock and lottery, kept by the statement that adds a row there.
create table draw.day_turnover (
  day date not null,
  lottery_id smallint not null,
  draws bigint not null,
  late bigint not null,
  slips bigint not null,
  staked numeric not null,
  won numeric not null,
  due_sum numeric not null,
  due_spread numeric not null,
  primary key (day, lottery_id)
);

-- Void periods: their seal was not seen in time. A period may have a seal and a void; the void then applies.
create table draw.void (
  lottery_id smallint not null,
  period bigint not null,
  reason text not null,
  entry_seq bigint not null,
  at timestamptz not null,
  primary key (lottery_id, period)
);

-- Whether the entry with this leaf hash decides a step of a draw. Null or false: it does not.
-- - settle: the entry is the only `draw` entry, and its row passes `may_draw`.
-- - refund: the entry is the only `void` entry, the void row exists, and there is no draw unless an override exists.
-- - return: the entry is the only `seal` entry, the round is a day late, and the return has begun.
create function draw.decides(p_lottery smallint, p_period bigint, p_draw_id text, p_step text, p_entry bytea)
returns boolean language sql stable as $$
  select case p_step
    when 'settle' then draw.only_entry(p_draw_id, 'draw', p_entry) is not null and exists (
      select from draw.draw d
      where d.lottery_id = p_lottery and d.period = p_period
        and draw.may_draw(d.lottery_id, d.period, d.round, d.signature, d.dice, d.total, d.entry_seq))
    when 'refund' then draw.only_entry(p_draw_id, 'void', p_entry) is not null
      and exists (select from draw.void v where v.lottery_id = p_lottery and v.period = p_period)
      and (exists (select from draw.override o where o.lottery_id = p_lottery and o.period = p_period)
        or not exists (select from draw.draw d where d.lottery_id = p_lottery and d.period = p_period))
    -- No check for a draw or a void here: `may_begin_return` made it when the return began.
    when 'return' then draw.only_entry(p_draw_id, 'seal', p_entry) is not null
      and draw.is_day_late(p_lottery, p_period) and exists (
        select from draw.settlement_step p
        where p.lottery_id = p_lottery and p.period = p_period and p.step = 'return' and p.state = 'begun')
    else false end $$;

-- Returns the three dice in a draw's entry. Null if it does not have three valid dice.
create function draw.dice_by_entry(p_draw_id text, p_entry bytea) returns integer[] language sql stable as $$
  select case when count(*) = 3 and min(d.die) >= 1 and max(d.die) <= 6 then array_agg(d.die) end
  from (
    select (jsonb_array_elements_text(draw.only_entry(p_draw_id, 'draw', p_entry) -> 'dice'))::integer as die
  ) d $$;

-- Returns the payout of a slip in minor units for three dice. Payout = floor(stake × multiplier / 10,000) per winning
-- bet. The positions of stakes and multipliers are those of `lottery.bet_codes`. A bet on one number has the second and
-- third multiplier 34 and 40 positions later. The reconciliation computes the payout here, independently of
-- `settle_chunk`: bet by bet, where `draw.winning` starts from the dice.
create function draw.due_by_dice(p_stakes bigint[], p_multipliers integer[], p_dice smallint[]) returns bigint
language plpgsql immutable as $$
declare
  v_sum integer := p_dice[1] + p_dice[2] + p_dice[3];
  v_pairs text[] := '{12,13,14,15,16,23,24,25,26,34,35,36,45,46,56}';
  v_due bigint := 0;
  v_hits integer;
begin
  for i in 1 .. cardinality(p_stakes) loop
    continue when p_stakes[i] is null;
    v_hits := case
      when i = 1 then (v_sum between 3 and 10)::integer
      when i = 2 then (v_sum between 11 and 18)::integer
      when i = 3 then v_sum % 2
      when i = 4 then 1 - v_sum % 2
      when i <= 20 then (i - 2 = v_sum)::integer
      when i <= 26 then cardinality(array_positions(p_dice, (i - 20)::smallint))
      when i <= 41 then (left(v_pairs[i - 26], 1)::smallint = any (p_dice)
        and right(v_pairs[i - 26], 1)::smallint = any (p_dice))::integer
      when i <= 47 then (cardinality(array_positions(p_dice, (i - 41)::smallint)) >= 2)::integer
      when i <= 53 then (cardinality(array_positions(p_dice, (i - 47)::smallint)) = 3)::integer
      else (p_dice[1] = p_dice[2] and p_dice[2] = p_dice[3])::integer end;
    if v_hits > 0 then
      v_due := v_due + coalesce(
        p_stakes[i] * p_multipliers[i + case v_hits when 2 then 34 when 3 then 40 else 0 end] / 10000, 0);
    end if;
  end loop;
  return v_due;
end $$;

-- Whether the stakes of a draw may be returned: the period is sealed, and its beacon round is at least 24 hours late.
create function draw.is_day_late(p_lottery smallint, p_period bigint) returns boolean language sql stable as $$
  -- The beacon round of a period is the first one at or after its lock + 12 seconds.
  select clock.now() >= to_timestamp(t.beacon_genesis
      + ((p_period + 1) * l.period_seconds + 12 - t.beacon_genesis + t.beacon_period - 1)
        / t.beacon_period * t.beacon_period) + interval '24 hours'
    and exists (select from draw.seal s where s.lottery_id = p_lottery and s.period = p_period)
  from lottery.lottery l
  cross join lateral (
    select h.beacon_genesis, h.beacon_period from lottery.odds_table h
    where h.lottery_id = l.id and h.first_period <= p_period order by h.first_period desc limit 1
  ) t
  where l.id = p_lottery $$;

-- Whether a return may begin: only if the round is a day late, and the period is neither drawn nor void. The begin of
-- a return is final.
create function draw.may_begin_return(p_lottery smallint, p_period bigint) returns boolean language sql stable as $$
  select draw.is_day_late(p_lottery, p_period)
    and not exists (select from draw.draw d where d.lottery_id = p_lottery and d.period = p_period)
    and not exists (select from draw.void v where v.lottery_id = p_lottery and v.period = p_period) $$;

-- Whether a draw may be written. Rule: the period is sealed and not void (or overridden). The round is the one that
-- the schedule gives, and its time has come. The total is the sum of the dice. The book's entry has the same round,
-- signature and dice. The database cannot verify the beacon's signature; verifiers do that.
create function draw.may_draw(
  p_lottery smallint, p_period bigint, p_round bigint, p_signature bytea, p_dice smallint[], p_total smallint,
  p_entry bigint
) returns boolean language sql stable as $$
  -- The beacon round of a period is the first one at or after its lock + 12 seconds.
  select p_round = ((p_period + 1) * l.period_seconds + 12 - t.beacon_genesis + t.beacon_period - 1) / t.beacon_period + 1
    -- Permitted difference between our clock and the beacon's.
    and clock.now() >= to_timestamp(t.beacon_genesis + (p_round - 1) * t.beacon_period) - interval '2 seconds'
    and p_total = p_dice[1] + p_dice[2] + p_dice[3]
    and exists (select from draw.seal s where s.lottery_id = l.id and s.period = p_period)
    and (exists (select from draw.override o where o.lottery_id = l.id and o.period = p_period)
      or not exists (select from draw.void v where v.lottery_id = l.id and v.period = p_period))
    and exists (
      select from book.entry e
      where e.seq = p_entry and e.type = 'draw' and e.draw_id = l.key || '/' || p_period
        and e.body::jsonb ->> 'round' = p_round::text and e.body::jsonb ->> 'signature' = encode(p_signature, 'hex')
        and e.body::jsonb -> 'dice' = to_jsonb(p_dice::text[]))
  from lottery.lottery l
  cross join lateral (
    select h.beacon_genesis, h.beacon_period from lottery.odds_table h
    where h.lottery_id = l.id and h.first_period <= p_period order by h.first_period desc limit 1
  ) t
  where l.id = p_lottery
$$;

-- Whether a void may be undone: it exists, and its seal was in time after all.
create function draw.may_override(p_lottery smallint, p_period bigint) returns boolean language sql stable as $$
  select exists (select from draw.void v where v.lottery_id = p_lottery and v.period = p_period)
    and exists (select from draw.sealing(p_lottery, p_period) w where w.in_time)
$$;

-- Whether a period may be sealed: it is locked, all gates have moved past it, and the book's entry has the same root
-- and count. The gates have a query of their own because they may be on another machine than the lotteries.
create function draw.may_seal(
  p_lottery smallint, p_period bigint, p_root bytea, p_count bigint, p_entry bigint
) returns boolean language sql stable as $$
  select clock.now() >= to_timestamp((p_period + 1) * l.period_seconds)
    and not exists (select 1 from lottery.gate g where g.lottery_id = p_lottery and g.period <= p_period)
    and exists (
      select from book.entry e
      where e.seq = p_entry and e.type = 'seal' and e.draw_id = l.key || '/' || p_period
        and e.body::jsonb ->> 'root' = encode(p_root, 'hex') and e.body::jsonb ->> 'count' = p_count::text)
  from lottery.lottery l where l.id = p_lottery
$$;

-- Whether a period may be voided: the deadline of its seal has passed, its seal was not in time, it is not drawn, and
-- the book has the entry.
create function draw.may_void(p_lottery smallint, p_period bigint, p_entry bigint)
returns boolean language sql stable as $$
  select exists (select from draw.sealing(p_lottery, p_period) w where clock.now() > w.seal_by and not w.in_time)
    and not exists (select from draw.draw d where d.lottery_id = p_lottery and d.period = p_period)
    and exists (
      select from book.entry e join lottery.lottery l on l.id = p_lottery
      where e.seq = p_entry and e.type = 'void' and e.draw_id = l.key || '/' || p_period)
$$;

-- Returns the body of the entry of a type that a draw has in the book. Null unless there is exactly one and its leaf
-- hash is `p_entry`.
create function draw.only_entry(p_draw_id text, p_type text, p_entry bytea) returns jsonb language sql stable as $$
  select case when count(*) = 1 and bool_and(e.hash = p_entry
      and sha256('\x00'::bytea || convert_to(e.body, 'UTF8')) = p_entry) then max(e.body)::jsonb end
  from book.entry e where e.draw_id = p_draw_id and e.type = p_type $$;

-- Returns the other steps of a draw that were begun, in part or whole. Null if there is none.
create function draw.other_steps(p_lottery smallint, p_period bigint, p_step text) returns text[]
language sql stable as $$
  select array_agg(o.step) from (
    select s.step from draw.settlement_step s where s.lottery_id = p_lottery and s.period = p_period
    union
    select c.step from draw.settlement_chunk c where c.lottery_id = p_lottery and c.period = p_period
  ) o where o.step <> p_step $$;

-- Returns the deadline of a seal, and whether the seal was in time. Without witnesses, the first tree head that covers
-- the seal counts. With a policy, the time at which the quorum was met counts (`isInTime` in src/draw/periods.ts).
-- Returns no row if no table applies to the period.
create function draw.sealing(p_lottery smallint, p_period bigint, out seal_by timestamptz, out in_time boolean)
returns setof record language sql stable as $$
  select w.seal_by, exists (
    select from draw.seal s
    where s.lottery_id = p_lottery and s.period = p_period
      and case when w.policy is null
        then (select c.at from book.tree_head c where c.size > s.entry_seq order by c.size limit 1) <= w.seal_by
        else exists (
            select from book.quorum_met m
            where m.policy = w.policy and m.size > s.entry_seq and m.at >= w.locks_at and m.at <= w.seal_by)
          and not exists (
            select from book.quorum_met m
            where m.policy = w.policy and m.size > s.entry_seq and m.at < w.locks_at
              and m.at >= w.locks_at - interval '1 hour')
        end)
  from lottery.lottery l
  cross join lateral (
    select h.policy, h.beacon_genesis as genesis, h.beacon_period as seconds from lottery.odds_table h
    where h.lottery_id = l.id and h.first_period <= p_period order by h.first_period desc limit 1
  ) t
  cross join lateral (
    -- Deadline = 3 seconds before the time of the period's round, the first one at or after lock + 12 seconds.
    select t.policy, to_timestamp((p_period + 1) * l.period_seconds) as locks_at,
      to_timestamp(t.genesis
        + ((p_period + 1) * l.period_seconds + 12 - t.genesis + t.seconds - 1) / t.seconds * t.seconds - 3) as seal_by
  ) w
  where l.id = p_lottery
$$;

-- Returns what a step of a draw owes for each slip of the buckets, in minor units. Inlined into the query of
-- `settle_chunk`.
--
-- A settlement names the table, the positions of the winning bets (`p_places`) and their multipliers (`p_rates`), from
-- `draw.winning`. Rule: payout = floor(stake × multiplier / 10,000) for each winning bet. Another step has a null
-- table. Rule: it owes the whole stake. Either way, if stakes went back (`p_returned`), what this slip got back is
-- subtracted. A return may have been incomplete.
--
-- The terms are written out because a join per slip costs more than the rest: three for bets on the sum, and six more
-- on tables with other bets.
create function draw.amounts_due(
  p_bucket smallint, p_bucket_to smallint, p_lottery smallint, p_period bigint, p_day date, p_table integer,
  p_places integer[], p_rates integer[], p_returned boolean
) returns table (bucket smallint, member_id uuid, id uuid, amount bigint) language sql stable as $$
  select s.bucket, s.member_id, s.id,
    case when p_table is null then s.total
      else coalesce(s.stakes[p_places[1]] * p_rates[1] / 10000, 0)
        + coalesce(s.stakes[p_places[2]] * p_rates[2] / 10000, 0)
        + coalesce(s.stakes[p_places[3]] * p_rates[3] / 10000, 0)
        + case when p_places[4] is null then 0
          else coalesce(s.stakes[p_places[4]] * p_rates[4] / 10000, 0)
            + coalesce(s.stakes[p_places[5]] * p_rates[5] / 10000, 0)
            + coalesce(s.stakes[p_places[6]] * p_rates[6] / 10000, 0)
            + coalesce(s.stakes[p_places[7]] * p_rates[7] / 10000, 0)
            + coalesce(s.stakes[p_places[8]] * p_rates[8] / 10000, 0)
            + coalesce(s.stakes[p_places[9]] * p_rates[9] / 10000, 0) end end
    - case when p_returned then coalesce((
        select sum(t.amount)::bigint from ledger.transfer t
        where t.bucket = s.bucket and t.member_id = s.member_id and t.day = p_day and t.ref = s.id
          and t.kind in ('return', 'refund')), 0) else 0 end
  from lottery.slip s
  where s.lottery_id = p_lottery and s.period = p_period and s.day = p_day
    and s.bucket between p_bucket and p_bucket_to
    -- A slip of another table does not belong to this period; the reconciliation reports it.
    and (p_table is null or s.table_id = p_table) $$;

-- Pays one step of a draw to the buckets `p_bucket` to `p_bucket_to`. Returns the number of new transfers.
--
-- `p_entry` is the leaf hash of the deciding entry: `draw` for settle, `void` for refund, `seal` for return. `p_table`
-- is the leaf hash of the table. Throws TC001 unless every payout matches a slip and a drawn period, every refund a
-- void, and every return a late draw. Executed by `draw`, in a transaction of its own (deploy/citus.sql).
create function draw.settle_chunk(
  p_bucket smallint, p_bucket_to smallint, p_lottery smallint, p_period bigint, p_step text, p_entry bytea,
  p_table bytea
) returns integer language plpgsql security definer
set plan_cache_mode = force_generic_plan set enable_seqscan = off set search_path to pg_catalog, pg_temp
as $$
declare
  v_draw_id text;
  v_day date;
  v_table integer;
  v_multipliers integer[];
  v_others text[];
  v_places integer[];
  v_rates integer[];
  v_settled boolean;
  v_returned boolean;
  v_bucket smallint[];
  v_member uuid[];
  v_ref uuid[];
  v_amount bigint[];
  v_new integer;
begin
  -- Settling subtracts returned stakes, and nothing is returned after a settlement. Two steps at the same moment would
  -- miss each other's transfers, so a refund or return excludes all others. Chunks of one settlement run in parallel.
  if p_step = 'settle' then
    perform 1 from lottery.lottery l where l.id = p_lottery for share;
  else
    perform 1 from lottery.lottery l where l.id = p_lottery for no key update;
  end if;
  select l.key || '/' || p_period, (to_timestamp((p_period + 1) * l.period_seconds) at time zone 'UTC')::date
    into v_draw_id, v_day from lottery.lottery l where l.id = p_lottery;
  if (num_nulls(p_table, v_day) = 0 and p_bucket between 0 and 255 and p_bucket_to between p_bucket and 255
      and draw.decides(p_lottery, p_period, v_draw_id, p_step, p_entry)) is not true then
    raise exception 'draw.settle_chunk: no entry that decides this step of %', v_draw_id using errcode = 'TC001';
  end if;
  if p_step = 'settle' then
    select t.id, t.multipliers into v_table, v_multipliers from draw.table_by_entry(p_lottery, p_period, p_table) t;
    select w.places, w.rates into v_places, v_rates
      from draw.winning(draw.dice_by_entry(v_draw_id, p_entry), v_multipliers) w;
    if num_nulls(v_table, v_multipliers, v_places) > 0 then
      raise exception 'draw.settle_chunk: no table or no dice of %', v_draw_id using errcode = 'TC001';
    end if;
  end if;
  -- No stake goes back after the settlement. Refund and return each give the whole stake back, so each pays only what
  -- no other step has paid. A void that was undone may have refunded stakes of a settlement.
  v_others := draw.other_steps(p_lottery, p_period, p_step);
  v_settled := 'settle' = any (v_others);
  v_returned := v_others is not null
    or p_step = 'settle' and exists (
      select 1 from draw.void v where v.lottery_id = p_lottery and v.period = p_period);
  select array_agg(w.bucket), array_agg(w.member_id), array_agg(w.id), array_agg(w.amount)
    into v_bucket, v_member, v_ref, v_amount
    from (
      -- `offset 0` keeps the amount from being computed twice, for the condition and for the result.
      select a.* from draw.amounts_due(p_bucket, p_bucket_to, p_lottery, p_period, v_day, v_table, v_places,
        v_rates, v_returned) a
      order by a.bucket, a.member_id, a.id offset 0
    ) w
    where w.amount > 0;
  if v_settled and v_bucket is not null then
    raise exception 'draw.settle_chunk: % is settled', v_draw_id using errcode = 'TC001';
  end if;
  if v_bucket is not null then
    v_new := ledger.pay_back(v_bucket, v_member, v_day, v_ref,
      case when p_step = 'settle' then 'payout' else p_step end::ledger.kind, v_amount);
  end if;
  insert into draw.settlement_chunk (lottery_id, period, step, bucket, at)
    values (p_lottery, p_period, p_step, p_bucket, clock.now()) on conflict do nothing;
  return coalesce(v_new, 0);
end $$;

-- Returns the table that applies to a period, if `p_table` is its leaf hash. The multipliers come from the book's
-- entry, in the order of `lottery.multipliers_of`.
create function draw.table_by_entry(p_lottery smallint, p_period bigint, p_table bytea)
returns table (id integer, multipliers integer[]) language sql stable as $$
  select t.id, lottery.multipliers_of(e.body::jsonb -> 'multipliers')::integer[]
  from (
    select h.id, h.hash, h.entry_seq, h.first_period from lottery.odds_table h
    where h.lottery_id = p_lottery and h.first_period <= p_period order by h.first_period desc limit 1
  ) t
  join lottery.lottery l on l.id = p_lottery
  join book.entry e on e.seq = t.entry_seq and e.type = 'table'
  where t.hash = p_table and e.hash = p_table and sha256('\x00'::bytea || convert_to(e.body, 'UTF8')) = p_table
    and e.body::jsonb ->> 'key' = l.key and e.body::jsonb ->> 'first_period' = t.first_period::text $$;

-- Returns the winning bets of three dice on a table: their positions in `stakes`, and their multipliers. Three are
-- small or big, odd or even, and the sum. On a table with the full layout four to six follow: numbers, pairs, a
-- double, triples. Nulls if there are no dice or no multipliers.
create function draw.winning(p_dice integer[], p_multipliers integer[])
returns table (places integer[], rates integer[]) language sql immutable as $$
  with die as (
    select f.face, count(*)::integer as shown from unnest(p_dice) f (face) group by f.face
  ), sum as (
    select sum(d.face * d.shown)::integer as total from die d having count(*) > 0
  ), won (place, rate) as (
    select case when s.total <= 10 then 1 else 2 end, case when s.total <= 10 then 1 else 2 end from sum s
    union all select 4 - s.total % 2, 4 - s.total % 2 from sum s
    union all select s.total + 2, s.total + 2 from sum s
    union all select 20 + d.face, 20 + d.face + (array[0, 34, 40])[d.shown] from die d
    union all select p.place, p.place from die a join die b on a.face < b.face
      cross join lateral (select 26 + (a.face - 1) * (12 - a.face) / 2 + b.face - a.face as place) p
    union all select 41 + d.face, 41 + d.face from die d where d.shown >= 2
    union all select t.place, t.place from die d cross join lateral (values (47 + d.face), (54)) t (place)
      where d.shown = 3
  )
  select array_agg(w.place order by w.place), array_agg(p_multipliers[w.rate] order by w.place)
  from won w
  where w.place <= cardinality(p_multipliers) $$;

alter table draw.draw enable row level security;
create policy draw_read on draw.draw for select using (true);
create policy draw_write on draw.draw for insert
  with check (clock.reads_latest() and draw.may_draw(lottery_id, period, round, signature, dice, total, entry_seq));

alter table draw.override enable row level security;
create policy override_read on draw.override for select using (true);
create policy override_write on draw.override for insert
  with check (clock.reads_latest() and draw.may_override(lottery_id, period));

alter table draw.seal enable row level security;
create policy seal_read on draw.seal for select using (true);
create policy seal_write on draw.seal for insert
  with check (clock.reads_latest() and draw.may_seal(lottery_id, period, root, slip_count, entry_seq));

alter table draw.settlement_step enable row level security;
create policy settlement_step_read on draw.settlement_step for select using (true);
create policy settlement_step_write on draw.settlement_step for insert
  with check (clock.reads_latest() and (state <> 'begun'::text or draw.may_begin_return(lottery_id, period)));

alter table draw.void enable row level security;
create policy void_read on draw.void for select using (true);
create policy void_write on draw.void for insert
  with check (clock.reads_latest() and draw.may_void(lottery_id, period, entry_seq));
