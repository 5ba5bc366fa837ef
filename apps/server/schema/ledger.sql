-- ledger

create schema ledger;

-- `available` and `held` belong to the member. The others are the house's counter-accounts for this one member, so
-- every transfer balances within the member's own rows.
create type ledger.account as enum ('available', 'held', 'play', 'cash', 'sales', 'correction', 'issue');

create type ledger.kind as enum (
  'grant', 'stake', 'payout', 'refund', 'return', 'hold', 'post', 'release', 'top-up', 'bounce', 'correction',
  'purchase', 'purchase-refund'
);

-- Current balances in minor units, equal to the sum of the member's transfers. Counter-accounts may be negative;
-- `available` and `held` may not.
create table ledger.balance (
  bucket smallint not null,
  member_id uuid not null,
  available bigint not null default 0,
  held bigint not null default 0,
  play bigint not null default 0,
  cash bigint not null default 0,
  sales bigint not null default 0,
  correction bigint not null default 0,
  issue bigint not null default 0,
  version bigint not null default 0,
  primary key (bucket, member_id),
  constraint balance_available_check check (available >= 0),
  constraint balance_bucket_check check (bucket >= 0 and bucket <= 255),
  constraint balance_held_check check (held >= 0),
  constraint balance_is_zero_sum check (((((((available + held) + play) + cash) + sales) + correction) + issue) = 0)
) with (fillfactor=60);

-- Sums of the transfers of closed epochs, by UTC date of the posting. The reconciliation adds each epoch once, with its
-- own position. Sums over all dates are the balances of the house's and the members' accounts.
create table ledger.day_total (
  date date not null,
  kind ledger.kind not null,
  debit ledger.account not null,
  credit ledger.account not null,
  transfers bigint not null,
  amount numeric not null,
  primary key (date, kind, debit, credit)
);

-- The snapshot of a date: the first epoch that was closed at or after 00:00 UTC of that date. Written in the
-- transaction that closes the epoch.
create table ledger.snapshot (
  date date not null,
  epoch integer not null,
  closed_at timestamptz not null,
  primary key (date),
  unique (epoch)
);

-- Reconciliation breaks, one row each. `id` is the SHA-256 of all fields of the break. `what` names the kind of break.
-- `posted` is the amount in the ledger and `due` the amount by the cause, in minor units. `member_id` and the draw's
-- columns are null where they do not apply. `review` is the proposal by which two people reviewed the break. Written
-- by `jobs`.
create table ledger.fault (
  id bytea not null,
  what text not null,
  member_id uuid,
  kind text,
  day date,
  ref uuid,
  lottery_id smallint,
  period bigint,
  posted numeric,
  due numeric,
  found_at timestamptz not null default clock.now(),
  review uuid,
  primary key (id),
  constraint fault_id_check check (length(id) = 32)
);
create index fault_by_time on ledger.fault (found_at desc, id);
create index fault_of_member on ledger.fault (member_id) where review is null;
create index fault_open on ledger.fault (found_at) where review is null;

-- One row per bucket. Every transaction that posts holds its bucket's gate FOR SHARE and writes the epoch that it
-- found. One UPDATE of all gates closes an epoch. It waits for the transactions that hold them, so a closed epoch
-- gains no posting.
create table ledger.gate (
  bucket smallint not null,
  epoch integer not null default 1,
  -- From this day on, `line_day` lists all days on which the bucket has transfers. For earlier days, readers scan all
  -- partitions. `-infinity`: all days are listed.
  listed_from date not null default '-infinity'::date,
  primary key (bucket),
  constraint gate_bucket_check check (bucket >= 0 and bucket <= 255)
) with (fillfactor=50);
insert into ledger.gate (bucket) select generate_series(0, 255);

-- Holds: amounts set aside. A hold is pending, then posted (left the club) or released (back in the balance). The
-- state follows from the transfers with its id as `ref`: hold, post, release.
create table ledger.hold (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  day date not null,
  amount bigint not null,
  purpose text not null,
  at timestamptz not null,
  primary key (bucket, member_id, id),
  constraint hold_amount_check check (amount > 0)
);

-- Proof of liabilities: the root and totals of a snapshot's tree. Written in the transaction that appends it to the
-- book.
create table ledger.liabilities (
  date date not null,
  root bytea not null,
  total bigint not null,
  leaves integer not null,
  members integer not null,
  entry_seq bigint not null,
  at timestamptz not null,
  primary key (date),
  foreign key (date) references ledger.snapshot(date),
  constraint liabilities_leaves_check check (leaves > 0),
  constraint liabilities_members_check check (members >= 0),
  constraint liabilities_root_check check (length(root) = 32),
  constraint liabilities_total_check check (total >= 0)
);

-- Index of the days whose partitions hold a member's transfers, so that reads open no others. A house of 300 days has
-- 300 partitions, and a member has transfers in a few of them.
--
-- One row per date of posting and day of the transfer. Nearly all transfers have the day on which they were posted.
-- Stakes for a draw after midnight add a row for that day in advance. So a payout on the day of its draw needs no row
-- of its own.
create table ledger.line_day (
  bucket smallint not null,
  member_id uuid not null,
  -- UTC date of the posting.
  date date not null,
  day date not null,
  primary key (bucket, member_id, date, day)
);

-- The amount owed to one member at a snapshot, in minor units, and its four leaves in a row. A leaf is a nonce (32
-- bytes), an amount (8) and a position in the tree (4). The date is the first key column, so a date is written and
-- removed as one range. Only the owner may remove old dates.
create table ledger.owed (
  date date not null,
  bucket smallint not null,
  member_id uuid not null,
  owed bigint not null,
  splits bytea not null,
  primary key (date, bucket, member_id),
  constraint owed_owed_check check (owed >= 0),
  constraint owed_splits_check check (length(splits) = 176)
);

-- Leaves of a liabilities tree, 256 per page, 40 bytes each: sum and hash. Page -1 has the root node of each page
-- instead. So a Merkle path needs page -1 and the page of its leaf, for any number of members.
create table ledger.owed_page (
  date date not null,
  page integer not null,
  nodes bytea not null,
  primary key (date, page),
  constraint owed_page_nodes_check check ((length(nodes) > 0) and ((length(nodes) % 40) = 0)),
  constraint owed_page_page_check check (page >= '-1'::integer)
);

-- Totals of the reconciliation so far, by kind: number of transfers, amount posted, and amount due by their causes.
create table ledger.reconciled_kind (
  kind ledger.kind not null,
  transfers bigint not null default 0,
  posted numeric not null default 0,
  due numeric not null default 0,
  primary key (kind)
);

-- Progress of the reconciliation. Transfers of closed epochs after `epoch` are still to be reconciled. `whole_bucket`
-- is the next bucket of the pass over the whole ledger, 256 between passes. `whole_since` is the start of that pass.
create table ledger.reconciliation (
  only_row boolean not null default true,
  epoch integer not null,
  at timestamptz not null,
  whole_bucket smallint not null default 256,
  whole_since timestamptz not null default '-infinity'::timestamptz,
  -- Earlier days lack the index of epochs. The pass over the whole ledger reads them.
  indexed_from date not null,
  -- MAC over the bucket and the start of the pass (src/crypto/row-macs.ts). Null before a process has signed one.
  whole_mac text,
  primary key (only_row),
  constraint reconciliation_only_row_check check (only_row),
  constraint reconciliation_whole_bucket_check check (whole_bucket >= 0 and whole_bucket <= 256)
);
insert into ledger.reconciliation (epoch, at, indexed_from)
  values (0, clock.now(), (clock.now() at time zone 'UTC')::date);

-- Idempotency keys of money calls other than slips: the same key with the same body gets the same answer.
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

-- Double entry in one row: the amount leaves `debit` and enters `credit`, so an unbalanced posting cannot be stored.
-- `ref` is the id of the cause (a slip, a grant, a hold). A cause has one transfer of each kind, which makes every
-- posting idempotent. `day` follows from the cause, never from the time of writing.
create table ledger.transfer (
  bucket smallint not null,
  member_id uuid not null,
  day date not null,
  ref uuid not null,
  kind ledger.kind not null,
  debit ledger.account not null,
  credit ledger.account not null,
  amount bigint not null,
  epoch integer not null,
  at timestamptz not null,
  primary key (bucket, member_id, day, ref, kind),
  constraint transfer_amount_check check (amount > 0),
  constraint transfer_check check (debit <> credit)
) partition by range (day);
-- Finds the transfers of an epoch without a scan of the whole day. It is cheap to maintain, since transfers of one
-- time are stored together. Older partitions, which may be large, do not have it.
CREATE INDEX transfer_epoch ON ONLY ledger.transfer USING brin (epoch) WITH (pages_per_range='32', autosummarize='on');

create table ledger.transfer_rest partition of ledger.transfer default;

-- Closes the current epoch and returns its number. Locks the gates in the order of the index scan, which is the order
-- in which postings lock them. Otherwise the two could deadlock.
create function ledger.close_epoch() returns integer language plpgsql
set enable_seqscan = off set enable_bitmapscan = off security definer set search_path to pg_catalog, pg_temp
as $$
begin
  update ledger.gate g set epoch = g.epoch + 1 where g.bucket between 0 and 255;
  return (select min(g.epoch) - 1 from ledger.gate g);
end $$;

-- Returns what a transfer adds to an account, in minor units; negative for a debit.
create function ledger.delta(p_account ledger.account, p_debit ledger.account, p_credit ledger.account,
  p_amount bigint) returns bigint language sql immutable as $$select case when p_account = p_credit then p_amount
  when p_account = p_debit then -p_amount else 0 end$$;

-- Creates missing daily partitions, from `p_back` days ago to `p_ahead` days from now. A day that has rows in the
-- partition of all other days stays there, with a warning: its partition cannot be created while they are in it. It
-- must not stop the days after it, whose rows would follow it there.
create function ledger.extend_partitions(p_back integer, p_ahead integer) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_day date;
  v_table text;
begin
  if p_back not between 0 and 4000 or p_ahead not between 0 and 400 then
    raise exception 'ledger.extend_partitions: % days back, % ahead', p_back, p_ahead using errcode = 'TC001';
  end if;
  -- Serializes callers: two at once would both find a partition missing, and one would fail.
  perform pg_advisory_xact_lock(7462911);
  for v_day in select generate_series(
    (clock.now() at time zone 'UTC')::date - p_back, (clock.now() at time zone 'UTC')::date + p_ahead,
      '1 day')::date
  loop
    foreach v_table in array array['ledger.transfer', 'lottery.slip'] loop
      continue when to_regclass(v_table || to_char(v_day, '_YYYYMMDD')) is not null;
      begin
        execute format('create table %1$s_%2$s partition of %1$s for values from (%3$L) to (%4$L)',
          v_table, to_char(v_day, 'YYYYMMDD'), v_day, v_day + 1);
      exception when check_violation then
        raise warning 'ledger.extend_partitions: %_rest has rows of %, so that day gets no partition', v_table, v_day;
      end;
    end loop;
  end loop;
end $$;

-- Counts for every process's metrics, without members' data. `unproven`: by lottery key, the number of draws that
-- could not be verified and await a review.
create function ledger.fault_figures(
  out faults bigint, out reconciled_seconds double precision, out whole_seconds double precision, out unproven jsonb
) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (select count(*) from ledger.fault f where f.review is null),
    extract(epoch from clock.now() - r.at)::double precision,
    extract(epoch from clock.now() - greatest(r.whole_since, r.indexed_from))::double precision,
    (select jsonb_object_agg(u.key, u.n) from (
      select l.key, count(distinct f.period) as n from draw.fault f join lottery.lottery l on l.id = f.lottery_id
      where not exists (
        select 1 from lottery.switch s where s.lottery_id = f.lottery_id and s.open and s.reason = 'reviewed' and s.at >= f.at)
      group by l.key) u)
  from ledger.reconciliation r $$;

-- Removes the Merkle paths of liabilities older than 35 days, the time in which members can fetch the proof of a day.
-- Roots and totals stay permanently.
create function ledger.forget_owed() returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  -- A value, because a DELETE on a sharded table may not call the clock itself.
  v_first date := (clock.now() at time zone 'UTC')::date - 35;
begin
  delete from ledger.owed o where o.date < v_first;
  delete from ledger.owed_page o where o.date < v_first;
end $$;

-- Whether members have play credits. Samples 1,000 balances: in a play house every member starts with credits.
create function ledger.has_play_credits() returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
  as $$select exists (select from (select b.issue from ledger.balance b limit 1000) b where b.issue <> 0)$$;

-- Holds a bucket's epoch open until the transaction ends, and returns its number.
create function ledger.hold_epoch(p_bucket smallint) returns integer
  language sql security definer set search_path = pg_catalog, pg_temp
  as $$select g.epoch from ledger.gate g where g.bucket = p_bucket for share$$;

-- Whether a sum is set aside for a withdrawal and its hold has been neither posted nor released.
create function ledger.is_held(p_bucket smallint, p_member uuid, p_day date, p_id uuid, p_amount bigint)
returns boolean language sql stable as $$
  select exists (
      select 1 from ledger.hold h
      join ledger.transfer t on t.bucket = h.bucket and t.member_id = h.member_id and t.day = h.day and t.ref = h.id
        and t.kind = 'hold' and t.amount = h.amount
      where h.bucket = p_bucket and h.member_id = p_member and h.id = p_id and h.day = p_day and h.amount = p_amount
        and h.purpose = 'withdrawal')
    and not exists (
      select 1 from ledger.transfer t
      where t.bucket = p_bucket and t.member_id = p_member and t.day = p_day and t.ref = p_id
        and t.kind in ('post', 'release')) $$;

-- Whether exactly this transfer, with this amount, is posted.
create function ledger.is_posted(
  p_bucket smallint, p_member uuid, p_day date, p_ref uuid, p_kind text, p_amount bigint
) returns boolean language sql stable as $$
  select exists (
    select 1 from ledger.transfer t
    where t.bucket = p_bucket and t.member_id = p_member and t.day = p_day and t.ref = p_ref
      and t.kind = p_kind::ledger.kind and t.amount = p_amount) $$;

-- Returns a member's transfers posted from `p_from` until before `p_to`, unordered. For up to 60 days, plans a query
-- over their partitions. For more, uses one cached plan, since planning takes ten times as long as the query. Returns
-- rows as stored: an expression over them here would be set up for each partition.
create function ledger.lines(p_bucket smallint, p_member uuid, p_from timestamptz, p_to timestamptz)
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
  -- Before `listed_from`, transfers of the span may be in any day's partition.
  if v_listed_from > '-infinity' then
    return query
      select * from ledger.transfer t
      where t.bucket = p_bucket and t.member_id = p_member and t.day < v_listed_from and t.at >= p_from and t.at < p_to;
  end if;
end $$;

-- Locks the epoch gates of the buckets and the balances of the members, both in sorted order, until the transaction
-- ends. The settings force plans for full tables: a plan is cached, perhaps while a table is still empty.
create function ledger.lock(p_bucket smallint[], p_member uuid[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
security definer set search_path to pg_catalog, pg_temp
as $$
begin
  perform 1 from ledger.gate g where g.bucket = any (p_bucket) order by g.bucket for share;
  perform 1 from ledger.balance b
    join (select distinct q.bucket, q.member_id from unnest(p_bucket, p_member) q (bucket, member_id)) m
      on b.bucket = m.bucket and b.member_id = m.member_id
    order by b.bucket, b.member_id for update of b;
end $$;

-- Records that the transfers of closed epochs up to `p_to` are reconciled. Returns false if another run was faster.
-- Throws TC001 for an epoch that is still open or a time in the future. Executed by `jobs`.
create function ledger.move_reconciled(p_from integer, p_to integer, p_at timestamptz) returns boolean
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
begin
  if (p_to >= p_from and p_to < (select min(g.epoch) from ledger.gate g) and p_at <= clock.now()) is not true then
    raise exception 'ledger.move_reconciled: not from % to %', p_from, p_to using errcode = 'TC001';
  end if;
  update ledger.reconciliation r set epoch = p_to, at = p_at where r.epoch = p_from;
  return found;
end $$;

-- Records that the pass over the whole ledger has finished the buckets before `p_to`, at most 32 per call. `p_to` 0
-- restarts the pass. `p_since` is the start of the pass in seconds. A restart keeps that start, so the metrics show a
-- pass that never ends as late. Returns false if another run was faster. Executed by `jobs`.
create function ledger.move_whole(p_from smallint, p_to smallint, p_since numeric, p_mac text) returns boolean
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
begin
  if (p_mac is not null and (p_to = 0 or (p_to > p_from and p_to <= p_from + 32 and p_to <= 256))) is not true then
    raise exception 'ledger.move_whole: not from % to %', p_from, p_to using errcode = 'TC001';
  end if;
  update ledger.reconciliation r set whole_bucket = p_to, whole_mac = p_mac
    where r.whole_bucket = p_from and extract(epoch from r.whole_since) = p_since;
  return found;
end $$;

-- Returns the next bucket of the pass over the whole ledger. Begins a pass if the last one began a day ago or earlier.
-- Null: no pass is due. Executed by `jobs`.
create function ledger.next_whole_bucket() returns smallint language plpgsql security definer
set search_path to pg_catalog, pg_temp as $$
declare
  v_bucket smallint;
begin
  update ledger.reconciliation r set
      whole_since = case when r.whole_bucket = 256 then clock.now() else r.whole_since end,
      whole_bucket = case when r.whole_bucket = 256 then 0 else r.whole_bucket end
    where r.whole_bucket < 256 or r.whole_since <= clock.now() - interval '1 day'
    returning r.whole_bucket into v_bucket;
  return v_bucket;
end $$;

-- Returns the shard of a bucket. A transaction may lock rows together only within one shard. On one machine there is
-- one shard, 0.
create function ledger.shard_of(p_bucket smallint) returns bigint language sql immutable as $$select 0::bigint$$;

-- Writes the transfers of a whole draw: one kind and day, from `play` to `available`, sorted by bucket and member.
-- Returns the number of new transfers. Takes its own locks: the gates first, then the balances in the order of the
-- update. Tries a plain insert first, since almost always all transfers are new. An existing transfer shows as a
-- unique violation.
create function ledger.pay_back(
  p_bucket smallint[], p_member uuid[], p_day date, p_ref uuid[], p_kind ledger.kind, p_amount bigint[]
) returns integer language plpgsql
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
  perform clock.require_latest();
  perform 1 from ledger.gate g where g.bucket between p_bucket[1] and p_bucket[cardinality(p_bucket)]
    order by g.bucket for share;
  v_now := clock.now();
  v_epoch := array(select g.epoch from ledger.gate g order by g.bucket);
  begin
    insert into ledger.transfer (bucket, member_id, day, ref, kind, debit, credit, amount, epoch, at)
      select q.bucket, q.member_id, p_day, q.ref, p_kind, 'play', 'available', q.amount, v_epoch[q.bucket + 1], v_now
      from unnest(p_bucket, p_member, p_ref, p_amount) q (bucket, member_id, ref, amount);
  exception when unique_violation then
    -- From here on, only the new transfers count.
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
  -- A payout on the day of its draw is in the partition of the stakes, which is listed. For another day, list it.
  -- After the balances, whose row locks order concurrent writers.
  if p_day <> (v_now at time zone 'UTC')::date then
    insert into ledger.line_day (bucket, member_id, date, day)
      select distinct q.bucket, q.member_id, (v_now at time zone 'UTC')::date, p_day
      from unnest(p_bucket, p_member) q (bucket, member_id)
      on conflict do nothing;
  end if;
  return cardinality(p_amount);
end $$;

-- Posts transfers; returns the number of new ones. A transfer that exists already is skipped. Rule: only the owner may
-- post stakes, payouts, refunds and returns here (otherwise 42501). `lottery.place_slips` and `draw.settle_chunk`
-- write those together with their causes.
create function ledger.post(
  p_bucket smallint[], p_member uuid[], p_day date[], p_ref uuid[], p_kind ledger.kind[],
  p_debit ledger.account[], p_credit ledger.account[], p_amount bigint[]
) returns integer language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if session_user <> current_user and p_kind && '{stake,payout,refund,return}'::ledger.kind[] then
    raise exception 'ledger.post: a kind that follows from a slip or a draw' using errcode = '42501';
  end if;
  perform ledger.lock(p_bucket, p_member);
  return ledger.write(p_bucket, p_member, p_day, p_ref, p_kind, p_debit, p_credit, p_amount);
end $$;

-- Writes a single transfer. Throws TC001 for a null or for a member without a balance, and a unique violation for a
-- transfer that exists. No role may execute it; only the owner's functions call it.
create function ledger.post_one(
  p_bucket smallint, p_member uuid, p_day date, p_ref uuid, p_kind text, p_debit text, p_credit text, p_amount bigint
) returns void language plpgsql set search_path to pg_catalog, pg_temp as $$
declare
  v_now timestamptz;
  v_epoch integer;
  v_count integer;
  v_moved bigint[];
begin
  perform clock.require_latest();
  if num_nulls(p_bucket, p_member, p_day, p_ref, p_kind, p_debit, p_credit, p_amount) > 0 then
    raise exception 'ledger.post_one: a null' using errcode = 'TC001';
  end if;
  perform 1 from ledger.gate g where g.bucket = p_bucket for share;
  perform 1 from ledger.balance b where b.bucket = p_bucket and b.member_id = p_member for update;
  v_now := clock.now();
  v_epoch := (select g.epoch from ledger.gate g where g.bucket = p_bucket);
  insert into ledger.transfer (bucket, member_id, day, ref, kind, debit, credit, amount, epoch, at)
    values (p_bucket, p_member, p_day, p_ref, p_kind::ledger.kind, p_debit::ledger.account,
      p_credit::ledger.account, p_amount, v_epoch, v_now);
  insert into ledger.line_day (bucket, member_id, date, day)
    values (p_bucket, p_member, (v_now at time zone 'UTC')::date, p_day) on conflict do nothing;
  -- Values, because an UPDATE on a sharded table may not compute them.
  v_moved := array(
    select ledger.delta(a.account, p_debit::ledger.account, p_credit::ledger.account, p_amount)
    from unnest(array['available', 'held', 'play', 'cash', 'sales', 'correction', 'issue']::ledger.account[])
      with ordinality a (account, place)
    order by a.place);
  update ledger.balance b set
    available = b.available + v_moved[1], held = b.held + v_moved[2], play = b.play + v_moved[3],
    cash = b.cash + v_moved[4], sales = b.sales + v_moved[5], correction = b.correction + v_moved[6],
    issue = b.issue + v_moved[7], version = b.version + 1
  where b.bucket = p_bucket and b.member_id = p_member;
  get diagnostics v_count = row_count;
  if v_count <> 1 then
    raise exception 'ledger.post_one: a member without a balance row' using errcode = 'TC001';
  end if;
end $$;

-- Marks all faults found up to a proposal's time as reviewed by it. Returns the number of faults not yet reviewed.
-- Null unless two people confirmed the proposal to reopen money in. Rule: two different people with the role finance
-- or owner, neither disabled, and neither created, moved to another role or given a second factor within the last
-- seven days. Executed by `jobs`.
create function ledger.review_faults(p_proposal uuid) returns integer language plpgsql security definer
set search_path to pg_catalog, pg_temp as $$
declare
  v_proposed_at timestamptz := (
    select p.proposed_at from staff.proposal p
    where p.id = p_proposal and p.what = 'reopening' and p.subject = 'money-in' and p.decision = 'confirmed'
      and p.decided_by <> p.proposed_by
      and (select count(*) from staff.account a
        where a.id in (p.proposed_by, p.decided_by) and a.role in ('finance', 'owner') and a.disabled_at is null
          and coalesce(a.handed_at + interval '7 days' <= clock.now(), true)) = 2);
begin
  if v_proposed_at is null then
    return null;
  end if;
  update ledger.fault f set review = p_proposal where f.review is null and f.found_at <= v_proposed_at;
  return (select count(*)::integer from ledger.fault f where f.review is null);
end $$;

-- The writing half of `ledger.post`, for a caller that holds the locks.
create function ledger.write(
  p_bucket smallint[], p_member uuid[], p_day date[], p_ref uuid[], p_kind ledger.kind[],
  p_debit ledger.account[], p_credit ledger.account[], p_amount bigint[]
) returns integer language plpgsql
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
  perform clock.require_latest();
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

-- Writes stakes in one pass: from `available` to `play`, one transfer per member. Only `lottery.place_slips` calls it:
-- its settings apply, it holds the locks, and the slips are new, so all transfers are.
create function ledger.write_stakes(
  p_bucket smallint[], p_member uuid[], p_day date, p_ref uuid[], p_amount bigint[]
) returns void language plpgsql as $$
declare
  v_now timestamptz := clock.now();
  v_today date := (v_now at time zone 'UTC')::date;
  v_dates date[] := case when v_today = p_day then array[p_day] else array[v_today, p_day] end;
  v_kept integer;
begin
  perform clock.require_latest();
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

-- Both legs of each transfer, for sums by account and for readers who know postings.
create view ledger.posting as
  select bucket, member_id, day, ref, kind, debit as account, -amount as amount, epoch, at from ledger.transfer
  union all
  select bucket, member_id, day, ref, kind, credit, amount, epoch, at from ledger.transfer;

-- Statement: each transfer with its effect on the member's `available` and `held` balance.
create view ledger.statement as
  select bucket, member_id, day, ref, kind, at, epoch,
    ledger.delta('available', debit, credit, amount) as available_delta,
    ledger.delta('held', debit, credit, amount) as held_delta
  from ledger.transfer;
