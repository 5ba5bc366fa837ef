-- Which days' partitions hold a member's lines, so that reading them opens no others: a house of three hundred days has
-- three hundred partitions, and a member lines in a few of them.
--
-- A row for each date on which something was posted and each day it was posted to. Nearly all lines are of their own
-- day. Stakes for a draw after midnight have a row for that day beforehand: what is paid in time needs none of its own.
create table ledger.line_day (
  bucket smallint not null,
  member_id uuid not null,
  -- UTC.
  date date not null,
  day date not null,
  primary key (bucket, member_id, date, day)
);

-- The first day that has all its rows there. In a house that has lines already it is one to which nothing was posted
-- before this migration; of earlier days all partitions are looked through, as before.
-- safe: adds a column to 256 rows, with a constant default; old code names the columns that it reads
do $$
begin
  execute format(
    'alter table ledger.gate add column listed_from date not null default %L',
    case when exists (select from ledger.transfer)
      then (clock.now() at time zone 'UTC')::date + 2 else '-infinity' end);
end $$;

create or replace function ledger.write(
  p_bucket smallint[], p_member uuid[], p_day date[], p_ref uuid[], p_kind ledger.kind[],
  p_debit ledger.account[], p_credit ledger.account[], p_amount bigint[]
) returns integer language plpgsql security definer
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off
set search_path = pg_catalog, pg_temp
as $$
declare
  v_new integer;
  v_moved integer;
  v_members integer;
  v_now timestamptz := clock.now();
begin
  with fresh as (
    insert into ledger.transfer (bucket, member_id, day, ref, kind, debit, credit, amount, epoch, at)
    select q.bucket, q.member_id, q.day, q.ref, q.kind, q.debit, q.credit, q.amount, g.epoch, v_now
    from unnest(p_bucket, p_member, p_day, p_ref, p_kind, p_debit, p_credit, p_amount)
      q (bucket, member_id, day, ref, kind, debit, credit, amount)
    join ledger.gate g on g.bucket = q.bucket
    on conflict do nothing
    returning bucket, member_id, day, debit, credit, amount
  ), listed as (
    insert into ledger.line_day (bucket, member_id, date, day)
    select distinct bucket, member_id, (v_now at time zone 'UTC')::date, day from fresh
    on conflict do nothing
  ), moved as (
    select bucket, member_id, count(*) as n,
      sum(ledger.delta('available', debit, credit, amount)) as available,
      sum(ledger.delta('held', debit, credit, amount)) as held,
      sum(ledger.delta('play', debit, credit, amount)) as play,
      sum(ledger.delta('cash', debit, credit, amount)) as cash,
      sum(ledger.delta('sales', debit, credit, amount)) as sales,
      sum(ledger.delta('correction', debit, credit, amount)) as correction,
      sum(ledger.delta('issue', debit, credit, amount)) as issue
    from fresh group by bucket, member_id
  ), kept as (
    update ledger.balance b set
      available = b.available + m.available, held = b.held + m.held, play = b.play + m.play, cash = b.cash + m.cash,
      sales = b.sales + m.sales, correction = b.correction + m.correction, issue = b.issue + m.issue,
      version = b.version + m.n
    from moved m where b.bucket = m.bucket and b.member_id = m.member_id
    returning 1
  )
  select (select count(*) from fresh), (select count(*) from moved), (select count(*) from kept)
    into v_new, v_members, v_moved;
  if v_members <> v_moved then
    raise exception 'ledger.write: a member without a balance row' using errcode = 'TC001';
  end if;
  return v_new;
end $$;

create or replace function ledger.write_stakes(
  p_bucket smallint[], p_member uuid[], p_day date, p_ref uuid[], p_amount bigint[]
) returns void language plpgsql security definer
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now timestamptz := clock.now();
  v_dates date[] := array(select distinct d from unnest(array[(v_now at time zone 'UTC')::date, p_day]) d);
  v_kept integer;
begin
  insert into ledger.transfer (bucket, member_id, day, ref, kind, debit, credit, amount, epoch, at)
    select q.bucket, q.member_id, p_day, q.ref, 'stake', 'available', 'play', q.amount, g.epoch, v_now
    from unnest(p_bucket, p_member, p_ref, p_amount) q (bucket, member_id, ref, amount)
    join ledger.gate g on g.bucket = q.bucket;
  insert into ledger.line_day (bucket, member_id, date, day)
    select q.bucket, q.member_id, d.date, p_day
    from unnest(p_bucket, p_member) q (bucket, member_id)
    cross join unnest(v_dates) d (date)
    on conflict do nothing;
  update ledger.balance b set available = b.available - q.amount, play = b.play + q.amount, version = b.version + 1
    from unnest(p_bucket, p_member, p_amount) q (bucket, member_id, amount)
    where b.bucket = q.bucket and b.member_id = q.member_id;
  get diagnostics v_kept = row_count;
  if v_kept <> cardinality(p_member) then
    raise exception 'ledger.write_stakes: a member twice, or without a balance row' using errcode = 'TC001';
  end if;
end $$;

create or replace function ledger.pay_back(
  p_bucket smallint[], p_member uuid[], p_day date, p_ref uuid[], p_kind ledger.kind, p_amount bigint[]
) returns integer language plpgsql security definer
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now timestamptz;
  v_epoch integer[];
  v_moved integer;
  v_members integer;
begin
  perform 1 from ledger.gate g where g.bucket between p_bucket[1] and p_bucket[cardinality(p_bucket)]
    order by g.bucket for share;
  v_now := clock.now();
  v_epoch := array(select g.epoch from ledger.gate g order by g.bucket);
  begin
    insert into ledger.transfer (bucket, member_id, day, ref, kind, debit, credit, amount, epoch, at)
      select q.bucket, q.member_id, p_day, q.ref, p_kind, 'play', 'available', q.amount, v_epoch[q.bucket + 1], v_now
      from unnest(p_bucket, p_member, p_ref, p_amount) q (bucket, member_id, ref, amount);
  exception when unique_violation then
    -- What is new takes the place of all that was asked for.
    with fresh as (
      insert into ledger.transfer (bucket, member_id, day, ref, kind, debit, credit, amount, epoch, at)
      select q.bucket, q.member_id, p_day, q.ref, p_kind, 'play', 'available', q.amount, v_epoch[q.bucket + 1], v_now
      from unnest(p_bucket, p_member, p_ref, p_amount) q (bucket, member_id, ref, amount)
      on conflict do nothing
      returning bucket, member_id, amount
    )
    select coalesce(array_agg(f.bucket), '{}'), coalesce(array_agg(f.member_id), '{}'),
        coalesce(array_agg(f.amount), '{}')
      into p_bucket, p_member, p_amount from fresh f;
  end;
  with moved as materialized (
    select q.bucket, q.member_id, count(*) as n, sum(q.amount)::bigint as amount
    from unnest(p_bucket, p_member, p_amount) q (bucket, member_id, amount)
    group by q.bucket, q.member_id order by q.bucket, q.member_id
  ), kept as (
    update ledger.balance b set available = b.available + m.amount, play = b.play - m.amount, version = b.version + m.n
    from moved m where b.bucket = m.bucket and b.member_id = m.member_id
    returning 1
  )
  select (select count(*) from moved), (select count(*) from kept) into v_members, v_moved;
  if v_members <> v_moved then
    raise exception 'ledger.pay_back: a member without a balance row' using errcode = 'TC001';
  end if;
  -- What is paid on the day of its draw lies where the stakes do. After the balances, whose rows say whose turn it is.
  if p_day <> (v_now at time zone 'UTC')::date then
    insert into ledger.line_day (bucket, member_id, date, day)
      select distinct q.bucket, q.member_id, (v_now at time zone 'UTC')::date, p_day
      from unnest(p_bucket, p_member) q (bucket, member_id)
      on conflict do nothing;
  end if;
  return cardinality(p_amount);
end $$;

-- A member's transfers posted from p_from until before p_to, in no order. For few days a plan is made of their
-- partitions. For many the plan is made once and kept: making it takes ten times as long as running it. Rows come as
-- they are stored: whatever is computed of them here would be prepared for each partition anew.
create or replace function ledger.lines(p_bucket smallint, p_member uuid, p_from timestamptz, p_to timestamptz)
returns setof ledger.transfer language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  v_listed_from date := (select g.listed_from from ledger.gate g where g.bucket = p_bucket);
  v_days date[] := array(
    select distinct l.day from ledger.line_day l
    where l.bucket = p_bucket and l.member_id = p_member and l.day >= v_listed_from
      and l.date between (p_from at time zone 'UTC')::date and (p_to at time zone 'UTC')::date);
begin
  if cardinality(v_days) between 1 and 60 then
    return query execute '
      select * from ledger.transfer t
      where t.bucket = $1 and t.member_id = $2 and t.day = any ($5) and t.at >= $3 and t.at < $4'
      using p_bucket, p_member, p_from, p_to, v_days;
  elsif cardinality(v_days) > 60 then
    return query
      select t.* from unnest(v_days) d (day) cross join lateral (
        select * from ledger.transfer t
        where t.bucket = p_bucket and t.member_id = p_member and t.day = d.day and t.at >= p_from and t.at < p_to
        offset 0) t;
  end if;
  -- Any day of before days were listed may hold what was posted on another.
  if v_listed_from > '-infinity' then
    return query
      select * from ledger.transfer t
      where t.bucket = p_bucket and t.member_id = p_member and t.day < v_listed_from and t.at >= p_from and t.at < p_to;
  end if;
end $$;

-- Each line that was written was asked whether it belongs in there, which took longer than writing its key.
-- safe: nothing but the function above read by it
drop index ledger.transfer_elsewhere;
