-- The clock and the ledger.
--
-- The owner runs this file. What each process may do with its tables is declared in src/db/rights: history is
-- append-only by grants, not by good behaviour.

create schema clock;

-- The one clock that decides anything about money. Only the owner can replace a function, so no setting, role or
-- request of the running club can move it.
create function clock.now() returns timestamptz language sql volatile as 'select clock_timestamp()';
create function clock.now_ms() returns bigint language sql volatile
  as 'select floor(extract(epoch from clock.now()) * 1000)::bigint';

create schema ledger;

-- available and held belong to the member; the others are the house's counter-accounts for this one member, so that
-- every transfer balances inside the member's own rows.
create type ledger.account as enum ('available', 'held', 'play', 'cash', 'sales', 'correction', 'issue');
create type ledger.kind as enum ('grant', 'stake', 'payout', 'refund', 'return', 'hold', 'post', 'release');

-- One row a bucket. Every transaction that posts holds its bucket's gate FOR SHARE and writes the epoch that it found.
-- Closing an epoch is one UPDATE of all gates: it waits for those that hold them, so a closed epoch gains no posting.
create table ledger.gate (
  bucket smallint primary key check (bucket between 0 and 255),
  epoch integer not null default 1
) with (fillfactor = 50);
insert into ledger.gate (bucket) select generate_series(0, 255);

-- Kept balances, equal to the sum of the member's transfers. The counter-accounts may be negative, the member's not.
create table ledger.balance (
  bucket smallint not null check (bucket between 0 and 255),
  member_id uuid not null,
  available bigint not null default 0 check (available >= 0),
  held bigint not null default 0 check (held >= 0),
  play bigint not null default 0,
  cash bigint not null default 0,
  sales bigint not null default 0,
  correction bigint not null default 0,
  issue bigint not null default 0,
  version bigint not null default 0,
  primary key (bucket, member_id),
  constraint balance_is_zero_sum check (available + held + play + cash + sales + correction + issue = 0)
) with (fillfactor = 60);

-- Double entry in one row: the amount leaves `debit` and enters `credit`, so nothing unbalanced can be written down.
-- `ref` names the business act (a slip, a grant, a hold); one act has one transfer of each kind, which is what makes
-- every posting idempotent. `day` follows from the act, never from the time of writing.
create table ledger.transfer (
  bucket smallint not null,
  member_id uuid not null,
  day date not null,
  ref uuid not null,
  kind ledger.kind not null,
  debit ledger.account not null,
  credit ledger.account not null,
  amount bigint not null check (amount > 0),
  epoch integer not null,
  at timestamptz not null,
  primary key (bucket, member_id, day, ref, kind),
  check (debit <> credit)
) partition by range (day);
create table ledger.transfer_rest partition of ledger.transfer default;

-- A sum set aside: pending, then posted (left the club) or released (back in the balance). The state is derived from
-- the transfers of its ref: hold, post, release.
create table ledger.hold (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  day date not null,
  amount bigint not null check (amount > 0),
  purpose text not null,
  at timestamptz not null,
  primary key (bucket, member_id, id)
);

-- Idempotency of money calls that are not slips: the same key with the same body gets the same answer.
create table ledger.request (
  bucket smallint not null,
  member_id uuid not null,
  key uuid not null,
  body_hash bytea not null,
  ref uuid not null,
  day date not null,
  at timestamptz not null,
  primary key (bucket, member_id, key)
);

-- What a transfer does to one account.
create function ledger.delta(p_account ledger.account, p_debit ledger.account, p_credit ledger.account, p_amount bigint)
returns bigint language sql immutable
  as 'select case when p_account = p_credit then p_amount when p_account = p_debit then -p_amount else 0 end';

-- Posts transfers, all or none, and keeps the balances. A transfer that is there already is left alone and not counted
-- again. Returns how many are new. Every member concerned must have a balance row.
create function ledger.post(
  p_bucket smallint[], p_member uuid[], p_day date[], p_ref uuid[], p_kind ledger.kind[],
  p_debit ledger.account[], p_credit ledger.account[], p_amount bigint[]
) returns integer language plpgsql as $$
begin
  perform ledger.lock(p_bucket, p_member);
  return ledger.write(p_bucket, p_member, p_day, p_ref, p_kind, p_debit, p_credit, p_amount);
end $$;

-- Plans here are made once and kept, maybe while a table is still empty: the settings make them those for a full one.
-- Holds the epoch gates of the buckets and the balances of the members, both in sorted order, until the transaction
-- ends.
create function ledger.lock(p_bucket smallint[], p_member uuid[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  perform 1 from ledger.gate g where g.bucket = any (p_bucket) order by g.bucket for share;
  perform 1 from ledger.balance b
    join (select distinct q.bucket, q.member_id from unnest(p_bucket, p_member) q (bucket, member_id)) m
      on b.bucket = m.bucket and b.member_id = m.member_id
    order by b.bucket, b.member_id for update of b;
end $$;

-- The writing half of ledger.post, for a caller that holds the locks.
create function ledger.write(
  p_bucket smallint[], p_member uuid[], p_day date[], p_ref uuid[], p_kind ledger.kind[],
  p_debit ledger.account[], p_credit ledger.account[], p_amount bigint[]
) returns integer language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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
    returning bucket, member_id, debit, credit, amount
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

-- ledger.write for the commonest case, in one pass: from available to play, one transfer a member, none of them written
-- before (the caller has just claimed its key), the locks held.
create function ledger.write_stakes(p_bucket smallint[], p_member uuid[], p_day date, p_ref uuid[], p_amount bigint[])
returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  v_now timestamptz := clock.now();
  v_kept integer;
begin
  insert into ledger.transfer (bucket, member_id, day, ref, kind, debit, credit, amount, epoch, at)
    select q.bucket, q.member_id, p_day, q.ref, 'stake', 'available', 'play', q.amount, g.epoch, v_now
    from unnest(p_bucket, p_member, p_ref, p_amount) q (bucket, member_id, ref, amount)
    join ledger.gate g on g.bucket = q.bucket;
  update ledger.balance b set available = b.available - q.amount, play = b.play + q.amount, version = b.version + 1
    from unnest(p_bucket, p_member, p_amount) q (bucket, member_id, amount)
    where b.bucket = q.bucket and b.member_id = q.member_id;
  get diagnostics v_kept = row_count;
  if v_kept <> cardinality(p_member) then
    raise exception 'ledger.write_stakes: a member twice, or without a balance row' using errcode = 'TC001';
  end if;
end $$;

-- ledger.write for a whole draw: many transfers of one kind and day from play to available, in order of bucket and
-- member. Takes its own locks: the gates first, then the balances in that order by the way the update is driven.
-- Returns how many transfers are new. Almost always all are: that is tried first, and one that was there before shows
-- as a violated key.
create function ledger.pay_back(
  p_bucket smallint[], p_member uuid[], p_day date, p_ref uuid[], p_kind ledger.kind, p_amount bigint[]
) returns integer language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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
  return cardinality(p_amount);
end $$;

-- Closes the current epoch and returns it. The gates are taken in the order in which postings take them, which the scan
-- of the index gives: otherwise the two would now and then wait for each other in a circle.
create function ledger.close_epoch() returns integer language plpgsql
set enable_seqscan = off set enable_bitmapscan = off
as $$
begin
  update ledger.gate g set epoch = g.epoch + 1 where g.bucket between 0 and 255;
  return (select min(g.epoch) - 1 from ledger.gate g);
end $$;

-- Statement: each transfer as the member sees it, signed from the side of the available balance.
create view ledger.statement as
  select bucket, member_id, day, ref, kind, at, epoch,
    ledger.delta('available', debit, credit, amount) as available_delta,
    ledger.delta('held', debit, credit, amount) as held_delta
  from ledger.transfer;

-- Both legs of each transfer, for sums by account and for readers used to postings.
create view ledger.posting as
  select bucket, member_id, day, ref, kind, debit as account, -amount as amount, epoch, at from ledger.transfer
  union all
  select bucket, member_id, day, ref, kind, credit, amount, epoch, at from ledger.transfer;
