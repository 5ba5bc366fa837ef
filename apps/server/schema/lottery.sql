-- lottery

create schema lottery;

-- Classes of lotteries, as members see them.
create table lottery.class (
  id smallint not null,
  key text not null,
  name text not null,
  "position" smallint not null,
  -- Translations by language: `{"mn": {"name": …, "description": …}}`; a class has only names. A missing language
  -- falls back to the house's own text.
  texts jsonb not null default '{}'::jsonb,
  -- True: no list of members shows the class or its lotteries. Their pages, slips and proofs stay.
  hidden boolean not null default false,
  primary key (id),
  unique (key),
  constraint class_key_check check (key ~ '^[a-z][a-z0-9-]{0,31}$'),
  constraint class_position_check check ("position" between 0 and 999)
);

-- Lotteries. Their odds and limits are in `odds_table`, their current presentation in `lottery_display`.
create table lottery.lottery (
  id smallint not null,
  key text not null,
  class_id smallint not null,
  name text not null,
  description text not null,
  icon text not null,
  period_seconds integer not null,
  hot boolean not null default false,
  "position" smallint not null,
  texts jsonb not null default '{}'::jsonb,
  primary key (id),
  unique (key),
  foreign key (class_id) references lottery.class(id),
  constraint lottery_key_check check (key ~ '^[a-z][a-z0-9-]{0,31}$'),
  constraint lottery_period_seconds_check check (period_seconds >= 30 and ((86400 % period_seconds) = 0))
);

-- One row per bucket and lottery: the newest period that slips of the bucket may enter, and its exposure. A slip locks
-- its gate row. The seal moves all gates past the period with one UPDATE, which waits for the slips.
--
-- `at_risk` sums the greatest net win of each accepted slip, so it is never less than the true exposure. The budgets
-- of all buckets sum to the table's `period_cap`. So the cap holds without a row that every slip would write.
create table lottery.gate (
  bucket smallint not null,
  lottery_id smallint not null,
  period bigint not null,
  at_risk bigint not null default 0,
  budget bigint not null default 0,
  primary key (bucket, lottery_id),
  foreign key (lottery_id) references lottery.lottery(id),
  constraint gate_bucket_check check (bucket >= 0 and bucket <= 255),
  constraint gate_within_budget check (at_risk <= budget)
) with (fillfactor=40);

-- Odds tables: the content of the book's `table` entries, for the slip function. Immutable. The table of a period is
-- the last one whose `first_period` is not after it.
create table lottery.odds_table (
  id integer not null,
  lottery_id smallint not null,
  first_period bigint not null,
  hash bytea not null,
  entry_seq bigint not null,
  chain_hash bytea not null,
  beacon_genesis bigint not null,
  beacon_period integer not null,
  -- In 1/10,000, as `lottery.multipliers_of` orders them: 20 for a table with bets on the sum, 66 for one with the full
  -- Sic Bo layout.
  multipliers integer[] not null,
  stake_min bigint not null,
  stake_max bigint not null,
  slip_max bigint not null,
  member_cap bigint not null,
  period_cap bigint not null,
  min_balance bigint not null,
  -- Null: no witnesses required.
  policy bytea,
  mode text not null,
  -- The published proposal. Null: the owner published the table.
  proposal_id uuid,
  primary key (id),
  unique (hash),
  unique (lottery_id, first_period),
  foreign key (lottery_id) references lottery.lottery(id),
  foreign key (mode) references house.house(mode),
  foreign key (policy) references book.policy(id),
  constraint odds_table_multipliers_check check (array_length(multipliers, 1) in (20, 66)
    and array_position(multipliers, null) is null),
  constraint live_table_is_public check (mode = 'play'
    or ((chain_hash = '\x52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971'::bytea)
    and beacon_genesis = 1692803367 and beacon_period = 3 and policy is not null))
);
create unique index odds_table_proposal on lottery.odds_table (proposal_id);

-- Play sessions and the sums that limits are checked against. A session begins with the first bet after an hour
-- without one. `checked_at` is the time of the last reality check that the member read.
--
-- Only members with such limits have sums, in minor units. They are exact at `summed_at`. Until `stale_at`, when a
-- payout leaves one of the spans, they are never too small.
create table lottery.play_session (
  bucket smallint not null,
  member_id uuid not null,
  started_at timestamptz not null,
  last_at timestamptz not null,
  checked_at timestamptz not null,
  staked_day bigint not null default 0,
  lost_day bigint not null default 0,
  lost_week bigint not null default 0,
  lost_month bigint not null default 0,
  summed_at timestamptz,
  stale_at timestamptz,
  primary key (bucket, member_id)
) with (fillfactor=50);

-- The exposure of a member in the newest period that they played of a lottery. One row per member and lottery, so the
-- slip call reads no history.
create table lottery.member_exposure (
  bucket smallint not null,
  member_id uuid not null,
  lottery_id smallint not null,
  period bigint not null,
  at_risk bigint not null,
  primary key (bucket, member_id, lottery_id),
  constraint member_exposure_at_risk_check check (at_risk >= 0)
) with (fillfactor=60);

-- Changed presentation of a lottery. Rows are immutable; the last version is shown. Period length, key and draws do
-- not change.
create table lottery.lottery_display (
  lottery_id smallint not null,
  version integer not null,
  name text not null,
  description text not null,
  hot boolean not null,
  "position" smallint not null,
  set_by uuid not null,
  at timestamptz not null default clock.now(),
  texts jsonb not null default '{}'::jsonb,
  -- True: no list of members shows the lottery. Its page, slips, draws and proofs stay.
  hidden boolean not null default false,
  primary key (lottery_id, version),
  foreign key (lottery_id) references lottery.lottery(id),
  constraint lottery_display_version_check check (version > 0)
);

-- Slips. `stakes[i]` is the stake on the i-th bet code (`lottery.bet_codes`), null for none: 20 of them on a table with
-- bets on the sum, 54 on one with the full Sic Bo layout. `leaf` is the slip's leaf hash in the seal;
-- `key` is the client's idempotency key (`slip_key`). Rows are immutable: won and lost follow from the draw and the
-- transfers.
create table lottery.slip (
  bucket smallint not null,
  member_id uuid not null,
  day date not null,
  lottery_id smallint not null,
  period bigint not null,
  id uuid not null,
  key uuid not null,
  table_id integer not null,
  accepted_ms bigint not null,
  total bigint not null,
  at_risk bigint not null,
  stakes bigint[] not null,
  commitment bytea not null,
  leaf bytea not null,
  primary key (bucket, member_id, day, lottery_id, period, id),
  constraint slip_at_risk_check check (at_risk >= 0),
  constraint slip_total_check check (total > 0)
) partition by range (day);
create index slip_of_period on lottery.slip (lottery_id, period, bucket);

-- The client's idempotency key of a slip, and the slip's salt. A receipt can be fetched again by its key. Erasing a
-- member's data clears the salts; nothing else here may change.
create table lottery.slip_key (
  bucket smallint not null,
  member_id uuid not null,
  key uuid not null,
  body_hash bytea not null,
  slip_id uuid not null,
  day date not null,
  lottery_id smallint not null,
  period bigint not null,
  salt bytea,
  primary key (bucket, member_id, key)
);
alter table lottery.slip_key enable row level security;
create policy slip_key_claim on lottery.slip_key for insert with check (true);
create policy slip_key_erase on lottery.slip_key for update using (true) with check (salt is null);
create policy slip_key_read on lottery.slip_key for select using (true);

create table lottery.slip_rest partition of lottery.slip default;

-- Keys of slips that the member gave up before they were accepted. A slip that arrives late under such a key is
-- refused, so "not accepted" is final. A row is written under the lock on the member's balance, like a slip. It may be
-- deleted once the slip's period has ended: a slip is accepted in its own period only, which lasts at most a day.
create table lottery.abandoned_key (
  bucket smallint not null,
  member_id uuid not null,
  key uuid not null,
  at timestamptz not null,
  primary key (bucket, member_id, key)
);
create index abandoned_key_at on lottery.abandoned_key (at);

-- Switches of betting on one lottery; the last row is in force.
create table lottery.switch (
  lottery_id smallint not null,
  id uuid not null,
  open boolean not null,
  reason text not null,
  at timestamptz not null,
  primary key (lottery_id, id),
  foreign key (lottery_id) references lottery.lottery(id)
);

-- Retired lotteries. From `from_period` on, a lottery takes no bets, for good. That period was not open when the row
-- was written. Its periods are still sealed and drawn, since every period has a draw. The book has a `switch` entry.
create table lottery.retirement (
  lottery_id smallint not null,
  from_period bigint not null,
  -- Null: restored from the book.
  proposal_id uuid,
  at timestamptz not null,
  primary key (lottery_id),
  unique (proposal_id),
  foreign key (lottery_id) references lottery.lottery(id)
);

-- Stops of betting, and their ends, in the order of the book. For a period, the last row is in force whose `from_at` is
-- not after its opening: one of its lottery, and one of all lotteries (`lottery_id` null). The period takes no bets if
-- it opens before `until_at`; null: until another row is in force. A row that ends a stop has `until_at` = `from_at`.
-- No row concerns a period that was open when it was written. The book has a `stop` entry.
create table lottery.stop (
  entry_seq bigint not null,
  lottery_id smallint,
  from_at timestamptz not null,
  until_at timestamptz,
  reason text not null,
  -- Authority that ordered the stop, and the reference of its order. Null without an order.
  authority text,
  reference text,
  -- Null: restored from the book.
  proposal_id uuid,
  at timestamptz not null,
  primary key (entry_seq),
  unique (proposal_id),
  foreign key (lottery_id) references lottery.lottery(id),
  constraint stop_order_check check ((authority is null) = (reference is null)),
  constraint stop_until_check check (until_at >= from_at)
);

-- Returns a bucket's own share of a table's cap. The shares of the 256 buckets sum to the cap exactly.
create function lottery.base_budget(p_cap bigint, p_bucket integer) returns bigint
language sql immutable as $$select p_cap / 256 + case when p_bucket < p_cap % 256 then 1 else 0 end$$;

-- Locks all gates of a lottery in order, until the transaction ends. deploy/citus.sql replaces it.
create function lottery.lock_gates(p_lottery smallint) returns void language plpgsql as $$
begin
  perform 1 from lottery.gate t where t.lottery_id = p_lottery order by t.bucket for update;
end $$;

-- Returns all bet codes. A code's position is its place in `slip.stakes`.
create function lottery.bet_codes() returns text[] language sql immutable as $$
  select string_to_array('small big odd even s3 s4 s5 s6 s7 s8 s9 s10 s11 s12 s13 s14 s15 s16 s17 s18 '
    || 'n1 n2 n3 n4 n5 n6 p12 p13 p14 p15 p16 p23 p24 p25 p26 p34 p35 p36 p45 p46 p56 d1 d2 d3 d4 d5 d6 '
    || 't1 t2 t3 t4 t5 t6 t', ' ') $$;

-- Moves spare budget of other buckets to `p_bucket`, so that at least `p_need` and up to `p_want` is free there. Locks
-- all gates of the lottery. Returns the free budget of the bucket in minor units. If all buckets together have less
-- than `p_need`, moves nothing and returns that sum. Null: the period has not begun, or the gate is past it. One
-- UPDATE writes all changes, to save messages between machines on a cluster.
create function lottery.borrow_budget(
  p_bucket smallint, p_lottery smallint, p_period bigint, p_cap bigint, p_need bigint, p_want bigint
) returns bigint language plpgsql security definer set search_path to pg_catalog, pg_temp
as $$
declare
  v_row record;
  v_free bigint;
  v_spare bigint;
  v_take bigint;
  v_change bigint[] := array_fill(0::bigint, array[256]);
begin
  perform lottery.lock_gates(p_lottery);
  if clock.now() < to_timestamp(p_period * (select l.period_seconds from lottery.lottery l where l.id = p_lottery)) then
    return null;
  end if;
  update lottery.gate t set period = p_period, at_risk = 0, budget = lottery.base_budget(p_cap, t.bucket)
    where t.lottery_id = p_lottery and t.period < p_period;
  select t.budget - t.at_risk into v_free from lottery.gate t
    where t.bucket = p_bucket and t.lottery_id = p_lottery and t.period = p_period;
  select coalesce(sum(t.budget - t.at_risk), 0) into v_spare from lottery.gate t
    where t.lottery_id = p_lottery and t.period = p_period;
  -- Not enough in all buckets together: report the sum, or null where the gate of `p_bucket` is past the period.
  if v_free is null or v_spare < p_need then
    return case when v_free is not null then v_spare end;
  end if;
  for v_row in
    select t.bucket, t.budget - t.at_risk as free from lottery.gate t
    where t.lottery_id = p_lottery and t.period = p_period and t.bucket <> p_bucket and t.budget > t.at_risk
    order by t.budget - t.at_risk desc, t.bucket
  loop
    exit when v_free >= p_want;
    v_take := least(v_row.free, p_want - v_free);
    -- Beyond the need, leave the other buckets half of their spare budget.
    if v_free + v_take > p_need then
      v_take := greatest(least(v_take, p_need - v_free), least(v_take, v_row.free / 2));
    end if;
    continue when v_take <= 0;
    v_change[v_row.bucket + 1] := -v_take;
    v_change[p_bucket + 1] := v_change[p_bucket + 1] + v_take;
    v_free := v_free + v_take;
  end loop;
  update lottery.gate t set budget = t.budget + v_change[t.bucket + 1]
    where t.lottery_id = p_lottery and t.period = p_period and v_change[t.bucket + 1] <> 0;
  return v_free;
end $$;

-- Whether two people agreed on the odds and limits of a `table` entry. Rule: all other fields (beacon key, witnesses,
-- receipt key, origin) equal those of the lottery's newest table. The table begins with the next period or the one
-- after.
create function lottery.is_table_agreed(p_lottery smallint, p_entry jsonb, p_proposal uuid) returns boolean
language sql stable as $$
  select (
      staff.is_ordered(p_proposal, 'table', p_entry ->> 'key', lottery.odds_of(p_entry))
        and p_entry - lottery.odds_fields() = (
          select e.body::jsonb - lottery.odds_fields() from lottery.odds_table t join book.entry e on e.seq = t.entry_seq
          where t.lottery_id = p_lottery order by t.first_period desc limit 1)
      or lottery.is_first_table_agreed(p_lottery, p_entry, p_proposal))
    and not exists (select from lottery.retirement r where r.lottery_id = p_lottery)
    and (p_entry ->> 'first_period')::bigint * (p_entry ->> 'period_seconds')::bigint
      <= extract(epoch from clock.now()) + (p_entry ->> 'period_seconds')::bigint + 60 $$;

-- Whether two people agreed on a new lottery with this first table. Rule: beacon, witnesses and keys are those of the
-- table that was published last.
create function lottery.is_first_table_agreed(p_lottery smallint, p_entry jsonb, p_proposal uuid) returns boolean
language sql stable as $$
  select exists (
      select from staff.proposal p
      where p.id = p_proposal and p.body -> 'odds' = lottery.odds_of(p_entry)
        and p.body -> 'periodSeconds' = to_jsonb((p_entry ->> 'period_seconds')::bigint)
        and staff.is_ordered(p.id, 'lottery', p_entry ->> 'key', p.body))
    and not exists (select from lottery.odds_table t where t.lottery_id = p_lottery)
    and p_entry - lottery.odds_fields() - array['key', 'period_seconds'] = (
      select e.body::jsonb - lottery.odds_fields() - array['key', 'period_seconds']
      from lottery.odds_table t join book.entry e on e.seq = t.entry_seq order by t.id desc limit 1) $$;

-- Returns the changeable part of a `table` entry, in the form of a proposal.
create function lottery.odds_of(p_entry jsonb) returns jsonb language sql immutable as $$
  select jsonb_build_object(
    'multipliers', (
      select jsonb_object_agg(m.key, case jsonb_typeof(m.value)
        when 'array' then (select jsonb_agg(o.one::bigint order by o.place)
          from jsonb_array_elements_text(m.value) with ordinality o (one, place))
        else to_jsonb((m.value #>> '{}')::bigint) end) from jsonb_each(p_entry -> 'multipliers') m),
    'stakeMinMinor', p_entry ->> 'stake_min', 'stakeMaxMinor', p_entry ->> 'stake_max',
    'slipMaxMinor', p_entry ->> 'slip_max', 'memberCapMinor', p_entry ->> 'member_cap',
    'periodCapMinor', p_entry ->> 'period_cap', 'minBalanceMinor', p_entry ->> 'min_balance') $$;

-- Adds a lottery that two people agreed on, and its gates. Its first table must follow in the same transaction. Returns
-- its id. Throws TC001 without the agreement, 23505 for a known key. Executed by `jobs`.
create function lottery.open_lottery(p_proposal uuid) returns smallint
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_body jsonb;
  v_id smallint;
begin
  perform book.take_head();
  select p.body into v_body from staff.proposal p
    where p.id = p_proposal and staff.is_ordered(p.id, 'lottery', p.body ->> 'key', p.body);
  if v_body is null then
    raise exception 'lottery.open_lottery: not what two people agreed on' using errcode = 'TC001';
  end if;
  v_id := (select coalesce(max(l.id), 0) + 1 from lottery.lottery l);
  insert into lottery.lottery (id, key, class_id, name, description, icon, period_seconds, hot, "position", texts)
    select v_id, v_body ->> 'key', c.id, v_body ->> 'name', v_body ->> 'description', v_body ->> 'icon',
      (v_body ->> 'periodSeconds')::integer, (v_body ->> 'hot')::boolean, (v_body ->> 'position')::smallint,
      v_body -> 'texts'
    from lottery.class c where c.key = v_body ->> 'class';
  if not found then
    raise exception 'lottery.open_lottery: an unknown class' using errcode = 'TC001';
  end if;
  insert into lottery.gate (bucket, lottery_id, period) select g, v_id, 0 from generate_series(0, 255) g;
  return v_id;
end $$;

-- Retires a lottery as two people agreed, with an entry in the book. Returns the first period without bets: the next
-- one that begins at least 3 seconds from now. Throws TC001 without the agreement, 23505 for a retired lottery.
-- Executed by `jobs`.
create function lottery.retire(p_proposal uuid) returns bigint
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_lottery lottery.lottery;
  v_now timestamptz;
  v_from bigint;
begin
  perform book.take_head();
  v_now := clock.now();
  select l.* into v_lottery from lottery.lottery l join staff.proposal p on p.subject = l.key
    where p.id = p_proposal and staff.is_ordered(p.id, 'retirement', l.key, p.body)
      and exists (select from lottery.odds_table t where t.lottery_id = l.id);
  if v_lottery.id is null then
    raise exception 'lottery.retire: not what two people agreed on' using errcode = 'TC001';
  end if;
  v_from := greatest(
    floor((extract(epoch from v_now) + 3) / v_lottery.period_seconds)::bigint + 1,
    (select min(t.first_period) from lottery.odds_table t where t.lottery_id = v_lottery.id));
  insert into lottery.retirement (lottery_id, from_period, proposal_id, at)
    values (v_lottery.id, v_from, p_proposal, v_now);
  perform book.write(array[book.switch_entry('table/' || v_lottery.key, false, 'retired',
    to_timestamp(v_from * v_lottery.period_seconds))]);
  return v_from;
end $$;

-- Stops betting as two people agreed, or ends such a stop, with an entry in the book. The proposal's subject is
-- `betting` or `table/<key>`. Returns the time from which it holds: at least 15 seconds from now, which leaves time for
-- the book and its witnesses. For one table that is the opening time of a period. So it never concerns an open period.
-- Throws TC001 without the agreement, or if the stop would end before it begins. Executed by `jobs`.
create function lottery.stop_betting(p_proposal uuid) returns timestamptz
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  c_ahead constant integer := 15;
  v staff.proposal;
  v_lottery lottery.lottery;
  v_now timestamptz;
  v_from timestamptz;
  v_until timestamptz;
  v_seq bigint;
begin
  perform book.take_head();
  v_now := clock.now();
  select p.* into v from staff.proposal p where p.id = p_proposal and staff.is_ordered(p.id, 'stop', p.subject, p.body);
  select l.* into v_lottery from lottery.lottery l
    where v.subject = 'table/' || l.key and exists (select from lottery.odds_table t where t.lottery_id = l.id);
  if v.id is null or v.subject <> 'betting' and v_lottery.id is null then
    raise exception 'lottery.stop_betting: not what two people agreed on' using errcode = 'TC001';
  end if;
  v_from := to_timestamp(case when v_lottery.id is null then ceil(extract(epoch from v_now)) + c_ahead
    else (floor((extract(epoch from v_now) + c_ahead) / v_lottery.period_seconds) + 1) * v_lottery.period_seconds end);
  v_until := case when (v.body ->> 'ends')::boolean then v_from
    else to_timestamp(ceil((v.body ->> 'untilMs')::bigint / 1000.0)) end;
  if v_until < v_from or v_until = v_from and not (v.body ->> 'ends')::boolean then
    raise exception 'lottery.stop_betting: it would end before it begins' using errcode = 'TC001';
  end if;
  select w.seq into strict v_seq from book.write(array[book.stop_entry(v.subject, v_from, v_until, v.body ->> 'reason',
    v.body ->> 'authority', v.body ->> 'reference')]) w;
  insert into lottery.stop (entry_seq, lottery_id, from_at, until_at, reason, authority, reference, proposal_id, at)
    values (v_seq, v_lottery.id, v_from, v_until, v.body ->> 'reason', v.body ->> 'authority', v.body ->> 'reference',
      p_proposal, v_now);
  return v_from;
end $$;

-- Whether an odds table may be written. Rule: it equals its entry in the book, and its first period has not begun.
-- Each bet returns 92% to 98% of the stakes on average: multiplier × ways, summed over its multipliers, is between 0.92
-- and 0.98 × 216, in 1/10,000.
create function lottery.may_table(p lottery.odds_table) returns boolean language sql stable as $$
  select exists (
    select from book.entry e join lottery.lottery l on l.id = p.lottery_id
    where e.seq = p.entry_seq and e.type = 'table' and e.hash = p.hash and e.body::jsonb ->> 'key' = l.key
      and to_timestamp((p.first_period * l.period_seconds)::double precision) > clock.now()
      and (e.body::jsonb ->> 'first_period', e.body::jsonb ->> 'stake_min', e.body::jsonb ->> 'stake_max',
          e.body::jsonb ->> 'slip_max', e.body::jsonb ->> 'member_cap', e.body::jsonb ->> 'period_cap',
          e.body::jsonb ->> 'min_balance', e.body::jsonb ->> 'genesis', e.body::jsonb ->> 'beacon_period',
          e.body::jsonb ->> 'chain_hash', l.period_seconds::text)
        = (p.first_period::text, p.stake_min::text, p.stake_max::text, p.slip_max::text, p.member_cap::text,
          p.period_cap::text, p.min_balance::text, p.beacon_genesis::text, p.beacon_period::text,
          encode(p.chain_hash, 'hex'), e.body::jsonb ->> 'period_seconds')
      and p.policy is not distinct from case when e.body::jsonb ->> 'quorum' <> '0' then sha256(convert_to(
        book.canonical(jsonb_build_object(
          'quorum', e.body::jsonb -> 'quorum', 'witnesses', e.body::jsonb -> 'witnesses')), 'UTF8')) end
      and p.multipliers::text[] = lottery.multipliers_of(e.body::jsonb -> 'multipliers'))
    -- `ways` of 216 outcomes give each multiplier. A bet on one number has three.
    and (select bool_and(b.mean between 9200 * 216 and 9800 * 216)
      from (
        select sum(m.multiplier::bigint * o.ways) as mean
        from unnest(p.multipliers) with ordinality m (multiplier, place)
        cross join lateral (select case
          when m.place <= 20
          then (array[108, 108, 108, 108, 1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1])[m.place]
          when m.place <= 26 then 75 when m.place <= 41 then 30 when m.place <= 47 then 16 when m.place <= 53 then 1
          when m.place = 54 then 6 when m.place <= 60 then 15 else 1 end as ways) o
        group by case when m.place <= 54 then m.place else (m.place - 55) % 6 + 21 end
      ) b)
$$;

-- Returns the multipliers of a `table` entry in order, as text. Bets on the sum: 20, by code. The full layout: 66, by
-- code with the first multiplier of `n1` to `n6`, then their six second and six third multipliers. Null unless the
-- entry lists exactly the codes of one of the two layouts.
create function lottery.multipliers_of(p_multipliers jsonb) returns text[] language sql immutable as $$
  select case when count(*) = l.codes and bool_and(case jsonb_typeof(m.value)
        when 'array' then c.place between 21 and 26 and jsonb_array_length(m.value) = 3
        when 'string' then c.place not between 21 and 26 else false end)
    then array_agg(coalesce(m.value ->> 0, m.value #>> '{}') order by c.place)
      || case when l.codes = 54 then array_agg(m.value ->> 1 order by c.place) filter (where c.place between 21 and 26)
        || array_agg(m.value ->> 2 order by c.place) filter (where c.place between 21 and 26) end end
  from (select case when p_multipliers ? 't' then 54 else 20 end as codes, (
    select count(*) from jsonb_object_keys(p_multipliers)) as listed) l
  cross join lateral unnest((lottery.bet_codes())[1:l.codes]) with ordinality c (bet, place)
  cross join lateral (select p_multipliers -> c.bet as value) m
  where m.value is not null and l.listed = l.codes
  group by l.codes $$;

-- Returns the fields of a `table` entry that a proposal can change.
create function lottery.odds_fields() returns text[] language sql immutable as $$
  select array['first_period', 'multipliers', 'stake_min', 'stake_max', 'slip_max', 'member_cap', 'period_cap',
    'min_balance'] $$;

-- What a slip is judged by, read after the locks that keep it true.
create type lottery.slip_fact as (
  -- The slip's position in the call, from 1.
  place integer,
  total bigint,
  at_risk bigint,
  available bigint,
  gate_is_past boolean,
  -- Null: no fault, or the house requires no identity.
  identity_fault text,
  -- Null: the token has no live session.
  is_restricted boolean,
  -- Whether the key was used for the same body. Null: the key is new.
  is_repeat boolean,
  is_abandoned boolean,
  -- Infinity: a self-exclusion, which does not end automatically.
  excluded_until timestamptz,
  -- What the member has at risk in the period already. Null: nothing.
  member_risk bigint,
  -- Null: the member has not set this limit, or is not playing.
  stake_slip_max bigint,
  session_ends_at timestamptz,
  next_session_at timestamptz,
  check_due_at timestamptz,
  -- Whether the member has limits that need the sums of their play.
  has_sums boolean,
  summed_at timestamptz,
  stale_at timestamptz,
  stake_day_left bigint,
  -- The least that is left of the limits on losses.
  loss_left bigint
);

-- Whether a member's row is in the bucket of a slip. Inlined, so the index on the bucket is used. deploy/citus.sql
-- replaces it: a worker must also know that all rows are in the buckets of the call.
create function lottery.same_bucket(p_row smallint, p_slip smallint, p_buckets smallint[]) returns boolean
language sql immutable as $$select p_row = p_slip$$;

-- Whether a list has one dimension, starts at 1 and has `p_length` elements. PostgreSQL reads a list by position in one
-- place and in order in another. They agree only for such a list.
create function lottery.is_list(p_list anyarray, p_length integer) returns boolean language sql immutable as $$
  select coalesce(
    array_ndims(p_list) = 1 and array_lower(p_list, 1) = 1 and array_length(p_list, 1) = p_length, false) $$;

-- Throws TC001 unless each list has one element for each slip, and `p_stakes` has `p_bets` for each.
create function lottery.check_lists(
  p_bets integer, p_buckets smallint[], p_members uuid[], p_tokens bytea[], p_key uuid[], p_body_hash bytea[],
  p_slip uuid[], p_stakes bigint[], p_total bigint[], p_at_risk bigint[], p_commitment bytea[], p_salt bytea[],
  p_leaf_tail bytea[]
) returns void language plpgsql as $$
declare
  v_slips integer := array_length(p_buckets, 1);
begin
  if not (lottery.is_list(p_buckets, v_slips) and lottery.is_list(p_members, v_slips)
      and lottery.is_list(p_tokens, v_slips) and lottery.is_list(p_key, v_slips)
      and lottery.is_list(p_body_hash, v_slips) and lottery.is_list(p_slip, v_slips)
      and lottery.is_list(p_stakes, v_slips * p_bets) and lottery.is_list(p_total, v_slips)
      and lottery.is_list(p_at_risk, v_slips) and lottery.is_list(p_commitment, v_slips)
      and lottery.is_list(p_salt, v_slips) and lottery.is_list(p_leaf_tail, v_slips)) then
    raise exception 'lottery.check_lists: a list without one element for each slip' using errcode = 'TC001';
  end if;
end $$;

-- Returns the position in `p_gate` of each slip's gate. Throws TC001 if a slip has none: a seal would not wait for it,
-- and no budget would limit it. Throws TC001 unless each slip has a stake, its total is the sum of its stakes, and no
-- stake is negative.
create function lottery.check_slips(
  p_gate smallint[], p_buckets smallint[], p_bets integer, p_stakes bigint[], p_total bigint[]
) returns integer[] language plpgsql as $$
declare
  v_gate_of integer[];
  v_adds_up boolean;
begin
  select array(select array_position(p_gate, q.bucket) from unnest(p_buckets) q (bucket)), (
      select count(*) = cardinality(p_buckets)
        and bool_and(p_total[g.slip] is not distinct from g.total and g.least >= 0)
      from (
        select (s.k - 1) / p_bets + 1 as slip, sum(s.stake) as total, min(s.stake) as least
        from unnest(p_stakes) with ordinality s (stake, k) where s.stake is not null group by 1
      ) g)
    into v_gate_of, v_adds_up;
  if array_position(v_gate_of, null) is not null then
    raise exception 'lottery.check_slips: a slip without its own gate' using errcode = 'TC001';
  end if;
  if v_adds_up is not true then
    raise exception 'lottery.check_slips: a total that is not the sum of its stakes' using errcode = 'TC001';
  end if;
  return v_gate_of;
end $$;

-- Locks the balances of the slips' members in the order of the slips, and returns their available amounts. The caller
-- sorts the slips by bucket and member, as all writers do.
create function lottery.lock_balances(p_buckets smallint[], p_members uuid[]) returns bigint[] language plpgsql as $$
declare
  v_available bigint[];
begin
  select array_agg(s.available order by s.k) into v_available
    from (
      select q.k, b.available
      from unnest(p_buckets, p_members) with ordinality q (bucket, member_id, k)
      cross join lateral (
        select l.available from ledger.balance l
        where lottery.same_bucket(l.bucket, q.bucket, p_buckets) and l.member_id = q.member_id for update
      ) b
    ) s;
  -- A missing balance would shift the others to the wrong slips.
  if coalesce(cardinality(v_available), 0) <> cardinality(p_members) then
    raise exception 'lottery.lock_balances: a member without a balance row' using errcode = 'TC001';
  end if;
  return v_available;
end $$;

-- Returns why the identity of each slip's member does not let them play, as `members.identity_fault` says it.
create function lottery.identity_faults(p_buckets smallint[], p_members uuid[]) returns text[]
language plpgsql stable as $$
begin
  return array(
    select members.identity_fault(q.bucket, q.member_id)
    from unnest(p_buckets, p_members) with ordinality q (bucket, member_id, k) order by q.k);
end $$;

-- Returns the facts about each slip, in order. Inlined into the query of `place_slips`, whose settings keep every
-- lookup on its index. The caller holds the locks.
create function lottery.slip_facts(
  p_lottery smallint, p_period bigint, p_now timestamptz, p_buckets smallint[], p_members uuid[], p_tokens bytea[],
  p_key uuid[], p_body_hash bytea[], p_total bigint[], p_at_risk bigint[], p_available bigint[], p_gate_of integer[],
  p_gate_period bigint[], p_identity_faults text[]
) returns setof lottery.slip_fact language sql stable as $$
  select q.k::integer, q.total, q.at_risk, q.available, p_gate_period[q.gate] > p_period, q.identity_fault,
    (select s.restricted from members.session s
      where lottery.same_bucket(s.bucket, q.bucket, p_buckets) and s.member_id = q.member_id
        and s.token_hash = q.token_hash and s.ended_at is null and s.idle_until > p_now and s.expires_at > p_now),
    (select c.body_hash = q.body_hash from lottery.slip_key c
      where lottery.same_bucket(c.bucket, q.bucket, p_buckets) and c.member_id = q.member_id and c.key = q.key),
    exists (select from lottery.abandoned_key a
      where lottery.same_bucket(a.bucket, q.bucket, p_buckets) and a.member_id = q.member_id and a.key = q.key),
    (select max(case when e.kind = 'time-out' then e.from_at + e.hours * interval '1 hour' else 'infinity' end)
      from members.exclusion e
      where lottery.same_bucket(e.bucket, q.bucket, p_buckets) and e.member_id = q.member_id
        and (e.kind = 'time-out' or not exists (select from members.exclusion_end x
          where lottery.same_bucket(x.bucket, q.bucket, p_buckets) and x.member_id = q.member_id
            and x.asked_at >= e.from_at + e.hours * interval '1 hour'))),
    (select r.at_risk from lottery.member_exposure r
      where lottery.same_bucket(r.bucket, q.bucket, p_buckets) and r.member_id = q.member_id
        and r.lottery_id = p_lottery and r.period = p_period),
    own.stake_slip,
    case when play.last_at > p_now - interval '1 hour'
      then play.started_at + own.session_minutes * interval '1 minute' end,
    play.last_at + interval '1 hour',
    case when play.last_at > p_now - interval '1 hour'
      then play.checked_at + own.check_minutes * interval '1 minute' end,
    num_nonnulls(own.stake_day, own.loss_day, own.loss_week, own.loss_month) > 0,
    play.summed_at, play.stale_at, own.stake_day - play.staked_day,
    least(own.loss_day - play.lost_day, own.loss_week - play.lost_week, own.loss_month - play.lost_month)
  from unnest(p_buckets, p_members, p_tokens, p_key, p_body_hash, p_total, p_at_risk, p_available, p_gate_of,
      p_identity_faults) with ordinality
    q (bucket, member_id, token_hash, key, body_hash, total, at_risk, available, gate, identity_fault, k)
  -- Null: no limit. The reality check defaults to 60 minutes unless the member turned it off.
  cross join lateral (
    select max(l.value) filter (where l.kind = 'stake-slip') as stake_slip,
      max(l.value) filter (where l.kind = 'stake-day') as stake_day,
      max(l.value) filter (where l.kind = 'loss-day') as loss_day,
      max(l.value) filter (where l.kind = 'loss-week') as loss_week,
      max(l.value) filter (where l.kind = 'loss-month') as loss_month,
      max(l.value) filter (where l.kind = 'session') as session_minutes,
      case when count(*) filter (where l.kind = 'check') = 0 then 60
        else max(l.value) filter (where l.kind = 'check') end as check_minutes
    from (
      select distinct on (s.kind) s.kind, nullif(s.value, 9007199254740991) as value from members.limit_set s
      where lottery.same_bucket(s.bucket, q.bucket, p_buckets) and s.member_id = q.member_id
      order by s.kind, s.version desc
    ) l
  ) own
  -- `offset 0` keeps the lookup by key, even if the table was empty when the plan was made.
  left join lateral (
    select p.started_at, p.last_at, p.checked_at, p.staked_day, p.lost_day, p.lost_week, p.lost_month, p.summed_at,
      p.stale_at
    from lottery.play_session p
    where lottery.same_bucket(p.bucket, q.bucket, p_buckets) and p.member_id = q.member_id offset 0
  ) play on true
  -- Without this `offset 0`, each fact would be read again for every rule that mentions it.
  order by q.k offset 0 $$;

-- Returns why a slip is not accepted, as a code. The first rule that fails gives the code. Null: no rule fails, and
-- only the budget of the bucket can refuse the slip. Inlined.
create function lottery.slip_verdict(
  p_fact lottery.slip_fact, p_now timestamptz, p_closed text, p_min_balance bigint, p_member_cap bigint
) returns text language sql stable as $$
  select case
    when p_fact.is_restricted is null then 'signed-out'
    -- The first answer to a key is final, whatever else changed since.
    when p_fact.is_repeat then 'replayed'
    when not p_fact.is_repeat then 'key-reused'
    when p_fact.is_abandoned then 'key-abandoned'
    when p_fact.excluded_until = 'infinity' then 'self-excluded'
    when p_fact.excluded_until > p_now then 'excluded'
    when p_fact.is_restricted then 'suspended'
    when p_fact.identity_fault is not null then p_fact.identity_fault
    -- The seal has counted the slips of this bucket.
    when p_fact.gate_is_past then 'betting-closed'
    when p_closed is not null then p_closed
    -- Money: the balance covers the whole stake and reaches the table's minimum.
    when p_fact.available < p_min_balance then 'min-balance'
    when p_fact.available < p_fact.total then 'balance-too-small'
    -- The member's own limits.
    when p_fact.total > p_fact.stake_slip_max then 'limit-stake-slip'
    when p_now >= p_fact.session_ends_at then 'limit-session'
    when p_now >= p_fact.check_due_at then 'reality-check'
    -- The sums are missing, a payout has left a span, or sums older than two seconds exceed the limit. Old sums may be
    -- too large. The caller refreshes the sums and retries.
    when p_fact.has_sums and (p_fact.summed_at is null or p_now >= p_fact.stale_at
      or p_fact.total > least(p_fact.stake_day_left, p_fact.loss_left)
        and p_fact.summed_at < p_now - interval '2 seconds') then 'limit-stale'
    when p_fact.total > p_fact.stake_day_left then 'limit-stake-day'
    when p_fact.total > p_fact.loss_left then 'limit-loss'
    -- The house's greatest loss to one member in a period.
    when coalesce(p_fact.member_risk, 0) + p_fact.at_risk > p_member_cap then 'member-cap'
  end $$;

-- Returns the detail of a verdict: a time in unix ms, an age in years, or an amount in minor units. 0: none. Inlined.
create function lottery.verdict_detail(
  p_code text, p_fact lottery.slip_fact, p_age_min smallint, p_min_balance bigint, p_member_cap bigint
) returns bigint language sql stable as $$
  select case
    when p_code is null then 0
    when p_code = 'excluded' then floor(extract(epoch from p_fact.excluded_until) * 1000)::bigint
    when p_code = p_fact.identity_fault then coalesce(p_age_min, 0)
    when p_code = 'min-balance' then p_min_balance
    when p_code = 'balance-too-small' then p_fact.total - p_fact.available
    when p_code = 'limit-stake-slip' then p_fact.stake_slip_max
    when p_code = 'limit-session' then floor(extract(epoch from p_fact.next_session_at) * 1000)::bigint
    when p_code = 'limit-stake-day' then greatest(p_fact.stake_day_left, 0)
    when p_code = 'limit-loss' then greatest(p_fact.loss_left, 0)
    when p_code = 'member-cap' then greatest(p_member_cap - coalesce(p_fact.member_risk, 0), 0)
    else 0
  end $$;

-- Judges the slips without a code against the budgets of their buckets, one after the other: `accepted`, or `exposure`
-- with the amount that is left. Rule: the `at_risk` of a bucket's accepted slips never exceeds its budget. The first
-- slip of a bucket in a new period begins at nothing with the bucket's own share of `p_cap`. The caller holds the
-- gates, whose state `p_gate_…` is.
create function lottery.spend_budgets(
  p_period bigint, p_cap bigint, p_gate smallint[], p_gate_period bigint[], p_gate_risk bigint[],
  p_gate_budget bigint[], p_gate_of integer[], p_at_risk bigint[], inout codes text[], inout details bigint[]
) language plpgsql as $$
declare
  g integer;
begin
  for i in 1 .. cardinality(codes) loop
    continue when codes[i] is not null;
    g := p_gate_of[i];
    if p_period > p_gate_period[g] then
      p_gate_period[g] := p_period;
      p_gate_risk[g] := 0;
      p_gate_budget[g] := lottery.base_budget(p_cap, p_gate[g]);
    end if;
    if p_gate_risk[g] + p_at_risk[i] > p_gate_budget[g] then
      codes[i] := 'exposure';
      details[i] := p_gate_budget[g] - p_gate_risk[g];
    else
      p_gate_risk[g] := p_gate_risk[g] + p_at_risk[i];
      codes[i] := 'accepted';
    end if;
  end loop;
end $$;

-- Adds the accepted slips to the exposure of their buckets and members. The constraint `gate_within_budget` also
-- enforces the budgets.
create function lottery.write_exposure(
  p_lottery smallint, p_period bigint, p_cap bigint, p_code text[], p_buckets smallint[], p_members uuid[],
  p_at_risk bigint[]
) returns void language plpgsql as $$
begin
  update lottery.gate t set period = p_period,
      at_risk = case when t.period = p_period then t.at_risk else 0 end + q.at_risk,
      budget = case when t.period = p_period then t.budget else lottery.base_budget(p_cap, t.bucket) end
    from (
      select s.bucket, sum(s.at_risk)::bigint as at_risk
      from unnest(p_buckets, p_at_risk, p_code) s (bucket, at_risk, code)
      where s.code = 'accepted' group by s.bucket
    ) q
    where lottery.same_bucket(t.bucket, q.bucket, p_buckets) and t.lottery_id = p_lottery;
  insert into lottery.member_exposure as r (bucket, member_id, lottery_id, period, at_risk)
    select q.bucket, q.member_id, p_lottery, p_period, q.at_risk
    from unnest(p_buckets, p_members, p_at_risk, p_code) q (bucket, member_id, at_risk, code)
    where q.code = 'accepted'
    on conflict (bucket, member_id, lottery_id) do update set period = excluded.period,
      at_risk = excluded.at_risk + case when r.period = excluded.period then r.at_risk else 0 end;
end $$;

-- Extends the play sessions of the accepted slips, and adds to the sums of members who have them. Those have a row
-- already: without one, the verdict is `limit-stale`. Other members are updated at most every 30 seconds, which is
-- precise enough for the time played.
create function lottery.write_play(
  p_now timestamptz, p_code text[], p_has_sums boolean[], p_buckets smallint[], p_members uuid[], p_total bigint[]
) returns void language plpgsql as $$
begin
  insert into lottery.play_session as p (bucket, member_id, started_at, last_at, checked_at, staked_day, lost_day,
      lost_week, lost_month)
    select q.bucket, q.member_id, p_now, p_now, p_now, s.total, s.total, s.total, s.total
    from unnest(p_buckets, p_members, p_total, p_code, p_has_sums) q (bucket, member_id, total, code, has_sums)
    cross join lateral (select case when q.has_sums then q.total else 0 end as total) s
    where q.code = 'accepted' and (q.has_sums or not exists (
      select 1 from lottery.play_session o
      where lottery.same_bucket(o.bucket, q.bucket, p_buckets) and o.member_id = q.member_id
        and o.last_at > p_now - interval '30 seconds' offset 0))
    on conflict (bucket, member_id) do update set last_at = excluded.last_at,
      started_at = case when excluded.last_at - p.last_at < interval '1 hour'
        then p.started_at else excluded.last_at end,
      checked_at = case when excluded.last_at - p.last_at < interval '1 hour'
        then p.checked_at else excluded.last_at end,
      staked_day = p.staked_day + excluded.staked_day, lost_day = p.lost_day + excluded.lost_day,
      lost_week = p.lost_week + excluded.lost_week, lost_month = p.lost_month + excluded.lost_month;
end $$;

-- Writes the accepted slips, their keys and their stakes. A slip's leaf data is `p_leaf_head`, its id, its commitment,
-- `p_leaf_middle`, the time of acceptance and its tail.
create function lottery.write_slips(
  p_lottery smallint, p_period bigint, p_table integer, p_day date, p_accepted_ms bigint, p_leaf_head bytea,
  p_leaf_middle bytea, p_code text[], p_buckets smallint[], p_members uuid[], p_key uuid[], p_body_hash bytea[],
  p_slip uuid[], p_stakes bigint[], p_total bigint[], p_at_risk bigint[], p_commitment bytea[], p_salt bytea[],
  p_leaf_tail bytea[]
) returns void language plpgsql as $$
declare
  v_bets integer := cardinality(p_stakes) / cardinality(p_buckets);
begin
  -- The keys are new: `slip_facts` found none, and the lock on the balance excludes other slips of the member. A key
  -- that exists after all violates the primary key, and nothing is written.
  insert into lottery.slip_key (bucket, member_id, key, body_hash, slip_id, day, lottery_id, period, salt)
    select q.bucket, q.member_id, q.key, q.body_hash, q.slip, p_day, p_lottery, p_period, q.salt
    from unnest(p_buckets, p_members, p_key, p_body_hash, p_slip, p_salt, p_code)
      q (bucket, member_id, key, body_hash, slip, salt, code)
    where q.code = 'accepted';
  insert into lottery.slip (bucket, member_id, day, lottery_id, period, id, key, table_id, accepted_ms, total, at_risk,
      stakes, commitment, leaf)
    select q.bucket, q.member_id, p_day, p_lottery, p_period, q.slip, q.key, p_table, p_accepted_ms, q.total,
      q.at_risk, p_stakes[(q.k - 1) * v_bets + 1 : q.k * v_bets], q.commitment,
      sha256('\x00'::bytea || p_leaf_head || uuid_send(q.slip) || q.commitment || p_leaf_middle
        || int8send(p_accepted_ms) || q.leaf_tail)
    from unnest(p_buckets, p_members, p_slip, p_key, p_total, p_at_risk, p_commitment, p_leaf_tail, p_code)
      with ordinality q (bucket, member_id, slip, key, total, at_risk, commitment, leaf_tail, code, k)
    where q.code = 'accepted';
  if 'accepted' = all (p_code) then
    perform ledger.write_stakes(p_buckets, p_members, p_day, p_slip, p_total);
  else
    perform ledger.write_stakes(
      array_agg(q.bucket), array_agg(q.member_id), p_day, array_agg(q.slip), array_agg(q.total))
      from unnest(p_buckets, p_members, p_slip, p_total, p_code) q (bucket, member_id, slip, total, code)
      where q.code = 'accepted';
  end if;
end $$;

-- The hot path: judges the slips of one lottery and period that arrive together, each alone, and commits them
-- together. Returns one row per slip, in order: `code` (`accepted`, `replayed`, or why not), its detail, the time, and
-- the balance.
--
-- The caller sorts slips by bucket and member; a batch has at most one slip per member. `p_stakes` holds one stake
-- for each bet of the table's layout (20 or 54), null for none, one slip after the other.
--
-- Order of work: gates, clock, balances, facts, judgement, writes. Every deciding fact is read after the locks that
-- keep it true. `p_bucket` comes first, to route the call in a sharded database. It reads no partitioned table, since
-- that would lock every partition at each call.
create function lottery.place_slips(
  p_bucket smallint, p_lottery smallint, p_period bigint, p_table integer, p_leaf_head bytea, p_leaf_middle bytea,
  p_buckets smallint[], p_members uuid[], p_tokens bytea[], p_key uuid[], p_body_hash bytea[], p_slip uuid[],
  p_stakes bigint[], p_total bigint[], p_at_risk bigint[], p_commitment bytea[], p_salt bytea[], p_leaf_tail bytea[]
) returns table (code text, detail bigint, accepted_ms bigint, available bigint)
language plpgsql
-- Forces plans for full tables, here and in the functions called: a plan may be cached while a table is empty.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
security definer set search_path to pg_catalog, pg_temp
as $$
declare
  v_gate smallint[];
  v_gate_period bigint[];
  v_gate_risk bigint[];
  v_gate_budget bigint[];
  v_gate_of integer[];
  v_now timestamptz;
  v_now_ms bigint;
  v_available bigint[];
  v_table record;
  v_closed text;
  v_faults text[];
  v_judged record;
  v_final record;
begin
  perform 1 from ledger.gate l where l.bucket = any (p_buckets) order by l.bucket for share;
  select array_agg(s.bucket), array_agg(s.period), array_agg(s.at_risk), array_agg(s.budget)
    into v_gate, v_gate_period, v_gate_risk, v_gate_budget
    from (
      select t.bucket, t.period, t.at_risk, t.budget from lottery.gate t
      where t.bucket = any (p_buckets) and t.lottery_id = p_lottery order by t.bucket for update
    ) s;
  v_now := clock.now();
  v_now_ms := floor(extract(epoch from v_now) * 1000);
  v_available := lottery.lock_balances(p_buckets, p_members);

  select t.min_balance, t.member_cap, t.period_cap, coalesce(h.mode <> 'play', false) as asks_identity,
      case when h.mode <> 'play' then (
        select r.age_min from house.admission_rule r order by r.version desc limit 1) end as age_min,
      (to_timestamp((p_period + 1) * l.period_seconds) at time zone 'UTC')::date as day,
      least(cardinality(t.multipliers), 54) as bets
    into strict v_table
    from lottery.odds_table t join lottery.lottery l on l.id = t.lottery_id left join house.house h on true
    where t.id = p_table and t.lottery_id = p_lottery;
  perform lottery.check_lists(v_table.bets, p_buckets, p_members, p_tokens, p_key, p_body_hash, p_slip, p_stakes, p_total,
    p_at_risk, p_commitment, p_salt, p_leaf_tail);
  v_gate_of := lottery.check_slips(v_gate, p_buckets, v_table.bets, p_stakes, p_total);
  v_closed := lottery.why_closed(v_now, p_lottery, p_period, p_table);
  v_faults := case when v_table.asks_identity then lottery.identity_faults(p_buckets, p_members) end;
  select array_agg(j.code order by f.place) as codes, array_agg(f.has_sums order by f.place) as has_sums,
      array_agg(lottery.verdict_detail(j.code, f, v_table.age_min, v_table.min_balance, v_table.member_cap)
        order by f.place) as details
    into v_judged from lottery.slip_facts(p_lottery, p_period, v_now, p_buckets, p_members, p_tokens, p_key, p_body_hash,
      p_total, p_at_risk, v_available, v_gate_of, v_gate_period, v_faults) f
    cross join lateral (
      select lottery.slip_verdict(f, v_now, v_closed, v_table.min_balance, v_table.member_cap) as code offset 0) j;
  v_final := lottery.spend_budgets(p_period, v_table.period_cap, v_gate, v_gate_period, v_gate_risk, v_gate_budget,
    v_gate_of, p_at_risk, v_judged.codes, v_judged.details);
  if 'accepted' = any (v_final.codes) then
    perform
      lottery.write_exposure(p_lottery, p_period, v_table.period_cap, v_final.codes, p_buckets, p_members, p_at_risk),
      lottery.write_play(v_now, v_final.codes, v_judged.has_sums, p_buckets, p_members, p_total),
      lottery.write_slips(p_lottery, p_period, p_table, v_table.day, v_now_ms, p_leaf_head, p_leaf_middle,
        v_final.codes, p_buckets, p_members, p_key, p_body_hash, p_slip, p_stakes, p_total, p_at_risk, p_commitment,
        p_salt, p_leaf_tail);
  end if;
  return query
    select q.code, q.detail, v_now_ms, q.available - case when q.code = 'accepted' then q.total else 0 end
    from unnest(v_final.codes, v_final.details, v_available, p_total) q (code, detail, available, total);
end $$;

-- Appends a `table` entry to the book and writes its row in one transaction. Returns the id of the row. Throws 42501
-- for an entry that is not canonical JSON, or for a row that `may_table` refuses. Rule: a process may only publish the
-- content of a proposal that two people agreed on (otherwise TC001). The owner may publish without a proposal.
create function lottery.publish_table(p_body text, p_table jsonb, p_proposal uuid) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_new lottery.odds_table := jsonb_populate_record(null::lottery.odds_table, p_table);
begin
  if p_body is distinct from book.canonical(p_body::jsonb) then
    raise exception 'lottery.publish_table: an entry that is not canonical' using errcode = '42501';
  end if;
  perform book.take_head();
  if session_user <> current_user
    and lottery.is_table_agreed(v_new.lottery_id, p_body::jsonb, p_proposal) is not true then
    raise exception 'lottery.publish_table: not what two people agreed on' using errcode = 'TC001';
  end if;
  select w.seq, w.hash into strict v_new.entry_seq, v_new.hash from book.write(array[p_body]) w;
  v_new.id := (select coalesce(max(t.id), 0) + 1 from lottery.odds_table t);
  v_new.mode := (select h.mode from house.house h);
  v_new.proposal_id := p_proposal;
  if lottery.may_table(v_new) is not true then
    raise exception 'lottery.publish_table: a table that cannot rule' using errcode = '42501';
  end if;
  insert into lottery.odds_table select v_new.*;
  return v_new.id;
end $$;

-- Recalculates the sums of a member's play. Locks their balance first, so none of their slips or payments is in
-- progress.
create function lottery.refresh_play(p_bucket smallint, p_member uuid) returns void language plpgsql
security definer set search_path to pg_catalog, pg_temp
as $$
declare
  v_now timestamptz;
begin
  perform 1 from ledger.balance b where b.bucket = p_bucket and b.member_id = p_member for update;
  v_now := clock.now();
  insert into lottery.play_session as p (bucket, member_id, started_at, last_at, checked_at, staked_day, lost_day,
      lost_week, lost_month, summed_at, stale_at)
    select p_bucket, p_member, v_now, v_now - interval '1 hour', v_now, s.staked_day, s.lost_day, s.lost_week,
      s.lost_month, v_now, s.stale_at
    from lottery.sum_play(p_bucket, p_member, v_now) s
    on conflict (bucket, member_id) do update set staked_day = excluded.staked_day, lost_day = excluded.lost_day,
      lost_week = excluded.lost_week, lost_month = excluded.lost_month, summed_at = excluded.summed_at,
      stale_at = excluded.stale_at;
end $$;

-- Returns what a member staked and lost in the spans that end at `p_now`, from the transfers, in minor units. Stakes
-- count in full, even if they were given back. Loss = stakes − payouts − stakes given back. `stale_at` is when the
-- first payout leaves a span; null: never.
create function lottery.sum_play(p_bucket smallint, p_member uuid, p_now timestamptz)
returns table (staked_day bigint, lost_day bigint, lost_week bigint, lost_month bigint, stale_at timestamptz)
language sql stable as $$
  with line as (
    select t.at, t.kind = 'stake' as is_stake,
      case when t.kind = 'stake' then t.amount else -t.amount end as lost
    from ledger.lines(p_bucket, p_member, p_now - interval '30 days', p_now + interval '1 minute') t
    where t.kind in ('stake', 'payout', 'refund', 'return')
  )
  select
    coalesce(sum(l.lost) filter (where l.is_stake and l.at > p_now - interval '24 hours'), 0)::bigint,
    coalesce(sum(l.lost) filter (where l.at > p_now - interval '24 hours'), 0)::bigint,
    coalesce(sum(l.lost) filter (where l.at > p_now - interval '7 days'), 0)::bigint,
    coalesce(sum(l.lost) filter (where l.at > p_now - interval '30 days'), 0)::bigint,
    least(
      min(l.at) filter (where not l.is_stake and l.at > p_now - interval '24 hours') + interval '24 hours',
      min(l.at) filter (where not l.is_stake and l.at > p_now - interval '7 days') + interval '7 days',
      min(l.at) filter (where not l.is_stake and l.at > p_now - interval '30 days') + interval '30 days')
  from line l
$$;

-- Whether two people stopped the bets on a lottery's period that opens at this time.
create function lottery.is_stopped(p_lottery smallint, p_opens timestamptz) returns boolean
language plpgsql stable as $$
begin
  return exists (
    select from (
      select distinct on (s.lottery_id is null) s.until_at from lottery.stop s
      where (s.lottery_id = p_lottery or s.lottery_id is null) and s.from_at <= p_opens
      order by s.lottery_id is null, s.entry_seq desc
    ) last where last.until_at is null or p_opens < last.until_at);
end $$;

-- Returns why a period takes no slips at this moment, as a code. Null: it takes slips. PL/pgSQL rather than SQL, so
-- that the plan is cached.
create function lottery.why_closed(
  p_now timestamptz, p_lottery smallint, p_period bigint, p_table integer
) returns text language plpgsql stable as $$
declare
  v record;
begin
  select l.period_seconds, t.first_period, h.round, t.beacon_genesis + (h.round - 1) * t.beacon_period as beacon_time,
      coalesce((select c.open from lottery.switch c where c.lottery_id = p_lottery order by c.at desc, c.id desc limit 1),
        true) and not exists (
          select from draw.fault f where f.lottery_id = p_lottery and not exists (
            select from lottery.switch c
            where c.lottery_id = p_lottery and c.open and c.reason = 'reviewed' and c.at >= f.at)) and not exists (
          select from lottery.retirement r where r.lottery_id = p_lottery and r.from_period <= p_period) as open,
      (select case when c.open then null when c.reason = 'ledger-wrong' then c.reason else 'payouts-unhealthy' end
        from house.switch c where c.what = 'money-in' order by c.at desc, c.id desc limit 1) as takes_no_money,
      (select u.id from lottery.odds_table u where u.lottery_id = p_lottery and u.first_period <= p_period
        order by u.first_period desc limit 1) as applies,
      case when t.policy is null
        then (select c.at from book.tree_head c where c.size > t.entry_seq order by c.size limit 1)
        else (select m.at from book.quorum_met m
          where m.policy = t.policy and m.size > t.entry_seq and m.at < to_timestamp(t.first_period * l.period_seconds)
          order by m.size limit 1)
      end as booked_at
    into strict v
    from lottery.odds_table t
    join lottery.lottery l on l.id = t.lottery_id
    left join draw.beacon_head h on h.chain_hash = t.chain_hash
    where t.id = p_table and t.lottery_id = p_lottery;
  return case
    when not v.open then 'table-closed'
    when lottery.is_stopped(p_lottery, to_timestamp(p_period * v.period_seconds)) then 'betting-stopped'
    when v.takes_no_money is not null then v.takes_no_money
    when p_now >= to_timestamp((p_period + 1) * v.period_seconds) then 'betting-closed'
    when p_now < to_timestamp(p_period * v.period_seconds) then 'period-not-open'
    when v.applies is distinct from p_table then 'table-changed'
    -- The book must show a table before its first period; otherwise the table never takes a bet. A new table must
    -- follow.
    when v.booked_at is null or v.booked_at >= to_timestamp(v.first_period * v.period_seconds) then 'table-closed'
    -- A clock behind the beacon would sell known results. A clock ahead of it would draw too early.
    when v.round is null
      or to_timestamp(v.beacon_time) not between p_now - interval '9 seconds' and p_now + interval '2 seconds'
      then 'beacon-disagrees'
  end;
end $$;

-- Opens or closes betting on one lottery, and appends the entry to the book. Rule: after a closing by an unproven draw
-- (`draw-unproven`), only a `reviewed` opening that two people confirmed since then is allowed. `reviewed` is valid
-- only in that case. Otherwise throws 42501. Executed by `jobs`.
create function lottery.write_switch(p_lottery smallint, p_id uuid, p_open boolean, p_reason text) returns void
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_key text := (select l.key from lottery.lottery l where l.id = p_lottery);
  v_last lottery.switch;
  v_by_faults boolean;
  v_now timestamptz;
begin
  perform book.take_head();
  v_now := clock.now();
  select s.* into v_last from lottery.switch s where s.lottery_id = p_lottery order by s.at desc, s.id desc limit 1;
  v_by_faults := coalesce(not v_last.open and v_last.reason = 'draw-unproven', false);
  if num_nulls(v_key, p_id, p_open, p_reason) > 0
      or (v_by_faults or p_open and p_reason = 'reviewed') and (v_by_faults and p_open and p_reason = 'reviewed'
        and staff.is_reopened('table/' || v_key, v_last.at)) is not true then
    raise exception 'lottery.write_switch: two people open what faults closed' using errcode = '42501';
  end if;
  perform book.write(array[book.switch_entry('table/' || v_key, p_open, p_reason, v_now)]);
  insert into lottery.switch (lottery_id, id, open, reason, at) values (p_lottery, p_id, p_open, p_reason, v_now);
end $$;

-- One row per stake of each slip. `bet` is the position of the bet code, from 1.
create view lottery.selection as
  select s.bucket, s.member_id, s.day, s.lottery_id, s.period, s.id as slip_id, q.bet, q.stake
  from lottery.slip s cross join lateral unnest(s.stakes) with ordinality q (stake, bet)
  where q.stake is not null;

alter table lottery.odds_table enable row level security;
create policy table_add on lottery.odds_table for insert
  with check (clock.reads_latest() and lottery.may_table(odds_table.*));
create policy table_read on lottery.odds_table for select using (true);
