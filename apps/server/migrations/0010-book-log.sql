-- The book as a log of tiles (c2sp.org/tlog-tiles): the tree over its entries, signed checkpoints, and what witnesses
-- said of them.

-- Roots of the full subtrees over all entries, largest first, 32 bytes each: what the next entry is added to. Each
-- append locks the row anyway.
alter table book.head add column peaks bytea not null default '';

-- The tree above the entries: at level 1 the root of each 256 entries, at level 2 of each 65 536, and so on; written
-- when full. The level below is book.entry.hash.
create table book.node (
  level smallint not null check (level between 1 and 7),
  index bigint not null,
  hash bytea not null check (length(hash) = 32),
  primary key (level, index)
);

-- A mark now also says the root of its entries.
alter table book.checkpoint add column root bytea check (length(root) = 32);

-- A book that was begun before gets its tree.
do $$
declare
  v_entry record;
  v_peaks bytea[] := '{}';
  v_hash bytea;
  v_size bigint := 0;
  v_left bigint;
  v_height integer;
begin
  update book.checkpoint set root = sha256('') where size = 0;
  for v_entry in select e.seq, e.hash from book.entry e order by e.seq loop
    v_hash := v_entry.hash;
    v_left := v_size;
    v_height := 0;
    while v_left % 2 = 1 loop
      v_hash := sha256('\x01'::bytea || v_peaks[cardinality(v_peaks)] || v_hash);
      v_peaks := trim_array(v_peaks, 1);
      v_left := v_left / 2;
      v_height := v_height + 1;
      if v_height % 8 = 0 then
        insert into book.node (level, index, hash) values (v_height / 8, v_left, v_hash);
      end if;
    end loop;
    v_peaks := array_append(v_peaks, v_hash);
    v_size := v_size + 1;
    if exists (select 1 from book.checkpoint c where c.size = v_size) then
      for i in reverse cardinality(v_peaks) - 1 .. 1 loop
        v_hash := sha256('\x01'::bytea || v_peaks[i] || v_hash);
      end loop;
      update book.checkpoint set root = v_hash where size = v_size;
    end if;
  end loop;
  update book.head set peaks = coalesce((select string_agg(p.hash, '' order by p.place)
    from unnest(v_peaks) with ordinality p (hash, place)), '');
end $$;
alter table book.checkpoint alter column root set not null;

-- The public keys that sign the book, each from a moment on (unix seconds). The private ones are never here.
create table book.log_key (
  vkey text primary key,
  from_s bigint not null
);

-- The signed note of a mark, without cosignatures.
create table book.signed (
  size bigint primary key references book.checkpoint,
  note text not null,
  at timestamptz not null
);

-- What a witness said of a checkpoint: that it saw it at a moment of its own clock (unix seconds). One may say so more
-- than once.
create table book.cosignature (
  size bigint not null references book.signed,
  witness text not null,
  at_s bigint not null check (at_s > 0),
  line text not null,
  seen_at timestamptz not null,
  primary key (size, witness, at_s)
);

-- The policies that tables name: `quorum` of these witnesses. `id` is the SHA-256 of the canonical JSON of both.
create table book.policy (
  id bytea primary key check (length(id) = 32),
  quorum smallint not null check (quorum > 0),
  witnesses text[] not null
);

-- When a checkpoint met a policy: the time of its quorum-th cosignature. One that is found later may add an earlier
-- time.
create table book.met (
  policy bytea not null references book.policy,
  size bigint not null,
  at timestamptz not null,
  primary key (policy, size, at)
);
create index met_at on book.met (policy, at);

-- Null where no witnesses are asked for.
alter table lottery.house_table add column policy bytea references book.policy;

-- A void whose seal was in time after all, as a cosignature showed that was found later. It is drawn like any other;
-- winners get their payout less the stake that went back.
create table draw.override (
  lottery_id smallint not null,
  period bigint not null,
  at timestamptz not null,
  primary key (lottery_id, period)
);

-- As before, but for a table with witnesses what counts is when they had seen it.
create or replace function lottery.why_closed(
  p_now timestamptz, p_lottery smallint, p_period bigint, p_table integer
) returns text language plpgsql stable as $$
declare
  v record;
begin
  select l.period_seconds, t.first_period, h.round, t.beacon_genesis + (h.round - 1) * t.beacon_period as beacon_time,
      coalesce((select c.open from lottery.switch c where c.lottery_id = p_lottery order by c.at desc, c.id desc limit 1),
        true) as open,
      (select u.id from lottery.house_table u where u.lottery_id = p_lottery and u.first_period <= p_period
        order by u.first_period desc limit 1) as applies,
      case when t.policy is null
        then (select c.at from book.checkpoint c where c.size > t.entry_seq order by c.size limit 1)
        else (select m.at from book.met m
          where m.policy = t.policy and m.size > t.entry_seq and m.at < to_timestamp(t.first_period * l.period_seconds)
          order by m.size limit 1)
      end as booked_at
    into strict v
    from lottery.house_table t
    join lottery.lottery l on l.id = t.lottery_id
    left join draw.beacon_head h on h.chain_hash = t.chain_hash
    where t.id = p_table and t.lottery_id = p_lottery;
  return case
    when not v.open then 'table-closed'
    when p_now >= to_timestamp((p_period + 1) * v.period_seconds) then 'betting-closed'
    when p_now < to_timestamp(p_period * v.period_seconds) then 'period-not-open'
    when v.applies is distinct from p_table then 'table-changed'
    -- A table that the book did not show before its first period never takes a bet; another one has to follow it.
    when v.booked_at is null or v.booked_at >= to_timestamp(v.first_period * v.period_seconds) then 'table-closed'
    -- A clock that is behind the beacon would sell known results; one that is ahead would draw too early.
    when v.round is null
      or to_timestamp(v.beacon_time) not between p_now - interval '9 seconds' and p_now + interval '2 seconds'
      then 'beacon-disagrees'
  end;
end $$;

-- As before, but what a slip got back counts also where it was a refund: of a draw that was void and is not any more.
create or replace function draw.pay_chunk(
  p_bucket smallint, p_bucket_to smallint, p_lottery smallint, p_period bigint, p_step text
) returns integer language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  v_sum integer;
  v_multipliers integer[];
  v_returned boolean;
  v_day date;
  v_low integer;
  v_odd integer;
  v_bucket smallint[];
  v_member uuid[];
  v_ref uuid[];
  v_amount bigint[];
  v_new integer;
begin
  select (to_timestamp((p_period + 1) * l.period_seconds) at time zone 'UTC')::date into strict v_day
    from lottery.lottery l where l.id = p_lottery;
  if p_step = 'settle' then
    select d.total into strict v_sum from draw.draw d where d.lottery_id = p_lottery and d.period = p_period;
    select t.multipliers into strict v_multipliers from lottery.house_table t
      where t.lottery_id = p_lottery and t.first_period <= p_period order by t.first_period desc limit 1;
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
        ) x
        where x.amount > 0
        order by x.bucket, x.member_id, x.id
      ) w;
  else
    select array_agg(w.bucket), array_agg(w.member_id), array_agg(w.id), array_agg(w.total)
      into v_bucket, v_member, v_ref, v_amount
      from (
        select s.bucket, s.member_id, s.id, s.total from lottery.slip s
        where s.lottery_id = p_lottery and s.period = p_period and s.day = v_day
          and s.bucket between p_bucket and p_bucket_to
        order by s.bucket, s.member_id, s.id
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
