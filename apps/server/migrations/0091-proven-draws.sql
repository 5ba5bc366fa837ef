-- Slips are paid by the entries of the book: dice from the `draw` entry, multipliers from the `table` entry. The
-- process that pays has verified both, and names them by their leaf hashes, so that nothing else is paid by.

-- payout ↔ slip and drawn period; refund ↔ void; return ↔ late draw. `p_entry` is the leaf hash of the entry that
-- decides: `draw` for settle, `void` for refund, `seal` for return; `p_table` that of the table. Throws where anything
-- of it is not so. Executed by `draw`, in a transaction of its own (deploy/citus.sql).
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
  v_sum integer;
  v_returned boolean;
  v_low integer;
  v_odd integer;
  v_bucket smallint[];
  v_member uuid[];
  v_ref uuid[];
  v_amount bigint[];
  v_new integer;
begin
  select l.key || '/' || p_period, (to_timestamp((p_period + 1) * l.period_seconds) at time zone 'UTC')::date
    into v_draw_id, v_day from lottery.lottery l where l.id = p_lottery;
  if (num_nulls(p_table, v_day) = 0 and p_bucket between 0 and 255 and p_bucket_to between p_bucket and 255
      and draw.decides(p_lottery, p_period, v_draw_id, p_step, p_entry)) is not true then
    raise exception 'draw.settle_chunk: no entry that decides this step of %', v_draw_id using errcode = 'TC001';
  end if;
  if p_step = 'settle' then
    select t.id, t.multipliers into v_table, v_multipliers from draw.table_by_entry(p_lottery, p_period, p_table) t;
    v_sum := draw.sum_by_entry(v_draw_id, p_entry);
    if num_nulls(v_table, v_multipliers, v_sum) > 0 then
      raise exception 'draw.settle_chunk: no table or no dice of %', v_draw_id using errcode = 'TC001';
    end if;
    v_returned := exists (
        select 1 from draw.paid p where p.lottery_id = p_lottery and p.period = p_period and p.step = 'return')
      or exists (select 1 from draw.void v where v.lottery_id = p_lottery and v.period = p_period);
    v_low := case when v_sum <= 10 then 1 else 2 end;
    v_odd := case when v_sum % 2 = 1 then 3 else 4 end;
    select array_agg(w.bucket), array_agg(w.member_id), array_agg(w.id), array_agg(w.amount)
      into v_bucket, v_member, v_ref, v_amount
      from (
        select x.* from (
          select s.bucket, s.member_id, s.id,
            coalesce(s.stakes[v_low] * v_multipliers[v_low] / 10000, 0)
            + coalesce(s.stakes[v_odd] * v_multipliers[v_odd] / 10000, 0)
            + coalesce(s.stakes[v_sum + 2] * v_multipliers[v_sum + 2] / 10000, 0)
            -- What went back may have been cut short: what counts is what this slip got.
            - case when v_returned then coalesce((
                select sum(t.amount)::bigint from ledger.transfer t
                where t.bucket = s.bucket and t.member_id = s.member_id and t.day = v_day and t.ref = s.id
                  and t.kind in ('return', 'refund')), 0) else 0 end as amount
          from lottery.slip s
          where s.lottery_id = p_lottery and s.period = p_period and s.day = v_day
            and s.bucket between p_bucket and p_bucket_to
            -- A slip of another table is no slip of this period; reconciling finds it.
            and s.table_id = v_table
        ) x
        where x.amount > 0
        order by x.bucket, x.member_id, x.id
      ) w;
  else
    -- Either gives stakes back whole: what the other has given is not given again.
    v_returned := exists (
      select 1 from draw.paid p where p.lottery_id = p_lottery and p.period = p_period
        and p.step in ('return', 'refund') and p.step <> p_step);
    select array_agg(w.bucket), array_agg(w.member_id), array_agg(w.id), array_agg(w.amount)
      into v_bucket, v_member, v_ref, v_amount
      from (
        select x.* from (
          select s.bucket, s.member_id, s.id,
            s.total - case when v_returned then coalesce((
                select sum(t.amount)::bigint from ledger.transfer t
                where t.bucket = s.bucket and t.member_id = s.member_id and t.day = v_day and t.ref = s.id
                  and t.kind in ('return', 'refund')), 0) else 0 end as amount
          from lottery.slip s
          where s.lottery_id = p_lottery and s.period = p_period and s.day = v_day
            and s.bucket between p_bucket and p_bucket_to
        ) x
        where x.amount > 0
        order by x.bucket, x.member_id, x.id
      ) w;
  end if;
  if v_bucket is not null then
    v_new := ledger.pay_back(v_bucket, v_member, v_day, v_ref,
      case when p_step = 'settle' then 'payout' else p_step end::ledger.kind, v_amount);
  end if;
  insert into draw.paid (lottery_id, period, step, bucket, at)
    values (p_lottery, p_period, p_step, p_bucket, clock.now()) on conflict do nothing;
  return coalesce(v_new, 0);
end $$;

-- The body of the one entry of a type that a draw has in the book, if its leaf hash is this one; null otherwise.
create function draw.only_entry(p_draw_id text, p_type text, p_entry bytea) returns jsonb language sql stable as $$
  select case when count(*) = 1 and bool_and(e.hash = p_entry
      and sha256('\x00'::bytea || convert_to(e.body, 'UTF8')) = p_entry) then max(e.body)::jsonb end
  from book.entry e where e.draw_id = p_draw_id and e.type = p_type $$;

-- Whether stakes of a draw may go back because its round is a day late.
create function draw.is_day_late(p_lottery smallint, p_period bigint) returns boolean language sql stable as $$
  select clock.now() >= to_timestamp(t.beacon_genesis
      + ((p_period + 1) * l.period_seconds + 12 - t.beacon_genesis + t.beacon_period - 1)
        / t.beacon_period * t.beacon_period) + interval '24 hours'
    and exists (select from draw.seal s where s.lottery_id = p_lottery and s.period = p_period)
  from lottery.lottery l
  cross join lateral (
    select h.beacon_genesis, h.beacon_period from lottery.house_table h
    where h.lottery_id = l.id and h.first_period <= p_period order by h.first_period desc limit 1
  ) t
  where l.id = p_lottery $$;

-- Whether the entry with this leaf hash decides a step of a draw. Null or false: it does not.
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
    -- That it was begun was decided while there was neither a draw nor a void.
    when 'return' then draw.only_entry(p_draw_id, 'seal', p_entry) is not null
      and draw.is_day_late(p_lottery, p_period) and exists (
        select from draw.paid p
        where p.lottery_id = p_lottery and p.period = p_period and p.step = 'return' and p.bucket = -2)
    else false end $$;

-- The table that rules a period, if its leaf hash is this one, with the multipliers of its entry in the order of bets.
create function draw.table_by_entry(p_lottery smallint, p_period bigint, p_table bytea)
returns table (id integer, multipliers integer[]) language sql stable as $$
  select t.id, (
    select array_agg((e.body::jsonb -> 'multipliers' ->> o.bet)::integer order by o.place)
    from unnest(array['small', 'big', 'odd', 'even', 's3', 's4', 's5', 's6', 's7', 's8', 's9', 's10', 's11', 's12',
      's13', 's14', 's15', 's16', 's17', 's18']) with ordinality o (bet, place))
  from (
    select h.id, h.hash, h.entry_seq, h.first_period from lottery.house_table h
    where h.lottery_id = p_lottery and h.first_period <= p_period order by h.first_period desc limit 1
  ) t
  join lottery.lottery l on l.id = p_lottery
  join book.entry e on e.seq = t.entry_seq and e.type = 'table'
  where t.hash = p_table and e.hash = p_table and sha256('\x00'::bytea || convert_to(e.body, 'UTF8')) = p_table
    and e.body::jsonb ->> 'key' = l.key and e.body::jsonb ->> 'first_period' = t.first_period::text $$;

-- The sum of the three dice in a draw's entry; null where they are no three dice.
create function draw.sum_by_entry(p_draw_id text, p_entry bytea) returns integer language sql stable as $$
  select case when count(*) = 3 and min(d.die) >= 1 and max(d.die) <= 6 then sum(d.die)::integer end
  from (
    select (jsonb_array_elements_text(draw.only_entry(p_draw_id, 'draw', p_entry) -> 'dice'))::integer as die
  ) d $$;

-- That a return was begun decides it: only where the round is a day late, and the draw neither drawn nor void.
create function draw.may_begin_return(p_lottery smallint, p_period bigint) returns boolean language sql stable as $$
  select draw.is_day_late(p_lottery, p_period)
    and not exists (select from draw.draw d where d.lottery_id = p_lottery and d.period = p_period)
    and not exists (select from draw.void v where v.lottery_id = p_lottery and v.period = p_period) $$;
-- safe: code of before begins a return under the same conditions
create policy paid_write on draw.paid for insert
  with check (step <> 'return' or bucket <> -2 or draw.may_begin_return(lottery_id, period));
-- safe: for the same reason
create policy paid_read on draw.paid for select using (true);
-- safe: for the same reason
alter table draw.paid enable row level security;

-- What the process that pays could not verify: it pays nothing of it, and the table takes no bets until two people have
-- looked. A row is history: it is never changed.
create table draw.fault (
  lottery_id smallint not null,
  period bigint not null,
  step text not null check (step in ('settle', 'refund', 'return')),
  what text not null,
  at timestamptz not null default clock.now(),
  primary key (lottery_id, period, step, what)
);

-- contract: processes of before this version pay by it
drop function draw.pay_chunk(smallint, smallint, smallint, bigint, text);
-- safe: it runs inside functions of the owner alone
alter function ledger.pay_back(smallint[], uuid[], date, uuid[], ledger.kind, bigint[]) security invoker;
