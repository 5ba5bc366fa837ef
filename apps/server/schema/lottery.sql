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
  primary key (id),
  unique (key)
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
  constraint odds_table_multipliers_check check (array_length(multipliers, 1) = 20),
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
  primary key (lottery_id, version),
  foreign key (lottery_id) references lottery.lottery(id),
  constraint lottery_display_version_check check (version > 0)
);

-- Slips. `stakes[i]` is the stake on the i-th bet code (small big odd even s3 … s18), null for none. `leaf` is the
-- slip's leaf hash in the seal; `key` is the client's idempotency key (`slip_key`). Rows are immutable: won and lost
-- follow from the draw and the transfers.
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

-- Returns a bucket's own share of a table's cap. The shares of the 256 buckets sum to the cap exactly.
create function lottery.base_budget(p_cap bigint, p_bucket integer) returns bigint
language sql immutable as $$select p_cap / 256 + case when p_bucket < p_cap % 256 then 1 else 0 end$$;

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
  perform 1 from lottery.gate t where t.lottery_id = p_lottery order by t.bucket for update;
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
  select staff.is_ordered(p_proposal, 'table', p_entry ->> 'key', jsonb_build_object(
      'multipliers', (
        select jsonb_object_agg(m.key, m.value::bigint) from jsonb_each_text(p_entry -> 'multipliers') m),
      'stakeMinMinor', p_entry ->> 'stake_min', 'stakeMaxMinor', p_entry ->> 'stake_max',
      'slipMaxMinor', p_entry ->> 'slip_max', 'memberCapMinor', p_entry ->> 'member_cap',
      'periodCapMinor', p_entry ->> 'period_cap', 'minBalanceMinor', p_entry ->> 'min_balance'))
    and p_entry - lottery.odds_fields() = (
      select e.body::jsonb - lottery.odds_fields() from lottery.odds_table t join book.entry e on e.seq = t.entry_seq
      where t.lottery_id = p_lottery order by t.first_period desc limit 1)
    and (p_entry ->> 'first_period')::bigint * (p_entry ->> 'period_seconds')::bigint
      <= extract(epoch from clock.now()) + (p_entry ->> 'period_seconds')::bigint + 60 $$;

-- Whether an odds table may be written. Rule: it equals its entry in the book, and its first period has not begun.
-- Each multiplier returns 92% to 98% of the stakes on average: multiplier × ways is between 0.92 and 0.98 × 216, in
-- 1/10,000.
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
      -- All 20 bets in order: `ways` of 216 outcomes win each of them.
      and (select count(*) = 20 and bool_and(
          m.multiplier::text = e.body::jsonb -> 'multipliers' ->> o.bet
          and m.multiplier::bigint * o.ways between 9200 * 216 and 9800 * 216)
        from unnest(array['small', 'big', 'odd', 'even', 's3', 's4', 's5', 's6', 's7', 's8', 's9', 's10', 's11', 's12',
            's13', 's14', 's15', 's16', 's17', 's18'],
          array[108, 108, 108, 108, 1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1])
          with ordinality o (bet, ways, place)
        join unnest(p.multipliers) with ordinality m (multiplier, place) using (place)))
$$;

-- Returns the fields of a `table` entry that a proposal can change.
create function lottery.odds_fields() returns text[] language sql immutable as $$
  select array['first_period', 'multipliers', 'stake_min', 'stake_max', 'slip_max', 'member_cap', 'period_cap',
    'min_balance'] $$;

-- The hot path: judges the slips of one lottery and period that arrive together, one by one, and commits them
-- together. Returns one row per slip, in order: `code` (`accepted`, `replayed`, or why not), its detail, the time, and
-- the balance.
--
-- The caller sorts slips by bucket and member; a batch has at most one slip per member. `p_gate` lists the buckets
-- once each, in order; `p_gate_of` gives each slip its index in it. `p_stakes` holds twenty stakes per slip, one slip
-- after the other. A slip's leaf data is `p_leaf_head`, its id, its commitment, `p_leaf_middle`, the time of
-- acceptance and its tail.
--
-- Order of work: gates, clock, balances, facts, judgement, writes. Every deciding fact is read after the locks that
-- keep it true. `p_bucket` comes first, to route the call in a sharded database. It reads no partitioned table, since
-- that would lock every partition at each call.
create function lottery.place_slips(
  p_bucket smallint, p_lottery smallint, p_period bigint, p_table integer, p_leaf_head bytea, p_leaf_middle bytea,
  p_gate smallint[],
  p_gate_of integer[], p_buckets smallint[], p_members uuid[], p_tokens bytea[], p_key uuid[], p_body_hash bytea[],
  p_slip uuid[], p_stakes bigint[], p_total bigint[], p_at_risk bigint[], p_commitment bytea[], p_salt bytea[],
  p_leaf_tail bytea[]
) returns table (code text, detail bigint, accepted_ms bigint, available bigint)
language plpgsql
-- Forces plans for full tables: a plan is cached, perhaps while a table is still empty.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
security definer set search_path to pg_catalog, pg_temp
as $$
declare
  v_now timestamptz;
  v_now_ms bigint;
  v_table record;
  v_closed text;
  v_day date;
  v_gate smallint[];
  v_gate_period bigint[];
  v_gate_risk bigint[];
  v_gate_budget bigint[];
  v_available bigint[];
  v_code text[];
  v_detail bigint[];
  v_fact record;
  v_claimed uuid[];
  v_accepted integer := 0;
  v_n integer := cardinality(p_key);
  v_none bigint := 9007199254740991;
  v_counts boolean[];
  v_left bigint;
  v_is_over boolean;
  i integer := 0;
  g integer;
begin
  perform 1 from ledger.gate l where l.bucket = any (p_gate) order by l.bucket for share;

  select array_agg(s.bucket), array_agg(s.period), array_agg(s.at_risk), array_agg(s.budget)
    into v_gate, v_gate_period, v_gate_risk, v_gate_budget
    from (
      select t.bucket, t.period, t.at_risk, t.budget from lottery.gate t
      where t.bucket = any (p_gate) and t.lottery_id = p_lottery order by t.bucket for update
    ) s;
  -- Each slip must name the gate of its own bucket. Otherwise a seal would not wait for the slip, and no budget would
  -- limit it.
  if v_gate is distinct from p_gate or exists (
    select from unnest(p_buckets, p_gate_of) q (bucket, gate) where v_gate[q.gate] is distinct from q.bucket
  ) then
    raise exception 'lottery.place_slips: a slip without its own gate' using errcode = 'TC001';
  end if;
  -- The total of a slip is the sum of its stakes, and no stake is negative.
  if cardinality(p_stakes) is distinct from 20 * v_n or exists (
    select from unnest(p_total) with ordinality q (total, k)
    where q.total is distinct from (select sum(s.stake) from unnest(p_stakes[20 * q.k - 19 : 20 * q.k]) s (stake))
      or 0 > any (p_stakes[20 * q.k - 19 : 20 * q.k])
  ) then
    raise exception 'lottery.place_slips: a total that is not the sum of its stakes' using errcode = 'TC001';
  end if;

  v_now := clock.now();
  v_now_ms := floor(extract(epoch from v_now) * 1000);

  -- Slips are sorted by bucket and member, and so are these locks.
  select array_agg(s.available order by s.k) into v_available
    from (
      select q.k, b.available
      from unnest(p_buckets, p_members) with ordinality q (bucket, member_id, k)
      cross join lateral (
        select l.available from ledger.balance l
        where l.bucket = q.bucket and l.member_id = q.member_id for update
      ) b
    ) s;
  -- A missing balance would shift the others to the wrong slips.
  if coalesce(cardinality(v_available), 0) <> v_n then
    raise exception 'lottery.place_slips: a member without a balance row' using errcode = 'TC001';
  end if;

  select t.min_balance, t.member_cap, t.period_cap, l.period_seconds,
      coalesce((select h.mode <> 'play' from house.house h), false) as asks_identity into strict v_table
    from lottery.odds_table t join lottery.lottery l on l.id = t.lottery_id
    where t.id = p_table and t.lottery_id = p_lottery;
  v_day := (to_timestamp((p_period + 1) * v_table.period_seconds) at time zone 'UTC')::date;
  v_closed := lottery.why_closed(v_now, p_lottery, p_period, p_table);

  v_code := array_fill(null::text, array[v_n]);
  v_detail := array_fill(0::bigint, array[v_n]);

  for v_fact in
    select
      -- Null: the token has no live session.
      (select s.restricted from members.session s
        where s.bucket = q.bucket and s.member_id = q.member_id and s.token_hash = q.token_hash
          and s.ended_at is null and s.idle_until > v_now and s.expires_at > v_now) as restricted,
      (select r.at_risk from lottery.member_exposure r
        where r.bucket = q.bucket and r.member_id = q.member_id and r.lottery_id = p_lottery and r.period = p_period
      ) as member_risk,
      (select max(e.from_at + e.hours * interval '1 hour') from members.exclusion e
        where e.bucket = q.bucket and e.member_id = q.member_id) as excluded_until,
      case when v_table.asks_identity then members.identity_fault(q.bucket, q.member_id) end as identity_fault,
      own.*, own.stake_day is not null or own.loss_day is not null or own.loss_week is not null
        or own.loss_month is not null as has_sums,
      play.*, play.last_at > v_now - interval '1 hour' as is_playing
    from unnest(p_buckets, p_members, p_tokens) with ordinality q (bucket, member_id, token_hash, k)
    -- Null: no limit. The reality check defaults to 60 minutes unless the member turned it off.
    cross join lateral (
      select nullif(max(l.value) filter (where l.kind = 'stake-slip'), v_none) as stake_slip,
        nullif(max(l.value) filter (where l.kind = 'stake-day'), v_none) as stake_day,
        nullif(max(l.value) filter (where l.kind = 'loss-day'), v_none) as loss_day,
        nullif(max(l.value) filter (where l.kind = 'loss-week'), v_none) as loss_week,
        nullif(max(l.value) filter (where l.kind = 'loss-month'), v_none) as loss_month,
        nullif(max(l.value) filter (where l.kind = 'session'), v_none) as session_minutes,
        nullif(coalesce(max(l.value) filter (where l.kind = 'check'), 60), v_none) as check_minutes
      from (
        select distinct on (s.kind) s.kind, s.value from members.limit_set s
        where s.bucket = q.bucket and s.member_id = q.member_id order by s.kind, s.version desc
      ) l
    ) own
    left join lateral (
      select p.started_at, p.last_at, p.checked_at, p.staked_day, p.lost_day, p.lost_week, p.lost_month, p.summed_at,
        p.stale_at
      from lottery.play_session p where p.bucket = q.bucket and p.member_id = q.member_id
      -- `offset 0` keeps the lookup by key, even if the table was empty when the plan was made.
      offset 0
    ) play on true
    order by q.k
  loop
    i := i + 1;
    g := p_gate_of[i];
    v_counts[i] := v_fact.has_sums;
    v_left := least(v_fact.loss_day - v_fact.lost_day, v_fact.loss_week - v_fact.lost_week,
      v_fact.loss_month - v_fact.lost_month);
    v_is_over := coalesce(v_fact.staked_day + p_total[i] > v_fact.stake_day, false)
      or coalesce(p_total[i] > v_left, false);
    -- The first rule that fails gives the code. `detail` depends on it: a time in unix ms, an age in years, or an
    -- amount in minor units.
    if v_fact.restricted is null then
      v_code[i] := 'signed-out';
    elsif v_fact.excluded_until > v_now then
      v_code[i] := 'excluded';
      v_detail[i] := floor(extract(epoch from v_fact.excluded_until) * 1000);
    elsif v_fact.restricted then
      v_code[i] := 'suspended';
    elsif v_fact.identity_fault is not null then
      v_code[i] := v_fact.identity_fault;
      v_detail[i] := coalesce((select r.age_min from house.admission_rule r order by r.version desc limit 1), 0);
    elsif p_period < v_gate_period[g] then
      v_code[i] := 'betting-closed';
    elsif v_closed is not null then
      v_code[i] := v_closed;
    elsif v_available[i] < v_table.min_balance then
      v_code[i] := 'min-balance';
      v_detail[i] := v_table.min_balance;
    elsif v_available[i] < p_total[i] then
      v_code[i] := 'balance-too-small';
      v_detail[i] := p_total[i] - v_available[i];
    elsif p_total[i] > v_fact.stake_slip then
      v_code[i] := 'limit-stake-slip';
      v_detail[i] := v_fact.stake_slip;
    elsif v_fact.is_playing and v_now >= v_fact.started_at + v_fact.session_minutes * interval '1 minute' then
      v_code[i] := 'limit-session';
      v_detail[i] := floor(extract(epoch from v_fact.last_at + interval '1 hour') * 1000);
    elsif v_fact.is_playing and v_now >= v_fact.checked_at + v_fact.check_minutes * interval '1 minute' then
      v_code[i] := 'reality-check';
    -- The sums are missing, a payout has left a span, or sums older than two seconds exceed the limit. Old sums may be
    -- too large. The caller refreshes the sums and retries.
    elsif v_fact.has_sums and (v_fact.summed_at is null or v_now >= v_fact.stale_at
        or (v_is_over and v_fact.summed_at < v_now - interval '2 seconds')) then
      v_code[i] := 'limit-stale';
    elsif v_fact.staked_day + p_total[i] > v_fact.stake_day then
      v_code[i] := 'limit-stake-day';
      v_detail[i] := greatest(v_fact.stake_day - v_fact.staked_day, 0);
    elsif p_total[i] > v_left then
      v_code[i] := 'limit-loss';
      v_detail[i] := greatest(v_left, 0);
    elsif coalesce(v_fact.member_risk, 0) + p_at_risk[i] > v_table.member_cap then
      v_code[i] := 'member-cap';
      v_detail[i] := greatest(v_table.member_cap - coalesce(v_fact.member_risk, 0), 0);
    else
      -- The first slip of a bucket in a new period resets its exposure and budget.
      if p_period > v_gate_period[g] then
        v_gate_period[g] := p_period;
        v_gate_risk[g] := 0;
        v_gate_budget[g] := lottery.base_budget(v_table.period_cap, p_gate[g]);
      end if;
      if v_gate_risk[g] + p_at_risk[i] > v_gate_budget[g] then
        v_code[i] := 'exposure';
        v_detail[i] := v_gate_budget[g] - v_gate_risk[g];
      else
        v_gate_risk[g] := v_gate_risk[g] + p_at_risk[i];
        v_code[i] := 'accepted';
        v_accepted := v_accepted + 1;
      end if;
    end if;
  end loop;

  -- The key decides whether a slip is new; inserting its row claims it. An existing key turns any verdict into a
  -- replay: the first answer is final.
  with claim as (
    insert into lottery.slip_key (bucket, member_id, key, body_hash, slip_id, day, lottery_id, period, salt)
    select q.bucket, q.member_id, q.key, q.body_hash, q.slip, v_day, p_lottery, p_period, q.salt
    from unnest(p_buckets, p_members, p_key, p_body_hash, p_slip, p_salt, v_code)
      q (bucket, member_id, key, body_hash, slip, salt, code)
    where q.code = 'accepted'
    on conflict do nothing returning slip_id
  )
  select coalesce(array_agg(c.slip_id), '{}') into v_claimed from claim c;
  if cardinality(v_claimed) < v_n then
    for v_fact in
      select q.k::integer as k, k.body_hash from unnest(p_buckets, p_members, p_key, p_slip)
        with ordinality q (bucket, member_id, key, slip, k)
      cross join lateral (
        select c.body_hash, c.slip_id from lottery.slip_key c
        where c.bucket = q.bucket and c.member_id = q.member_id and c.key = q.key offset 0
      ) k
      -- Compares claims, not slip ids: a call is retried with the same id if its answer was lost.
      where k.slip_id <> all (v_claimed)
    loop
      i := v_fact.k;
      g := p_gate_of[i];
      if v_code[i] = 'accepted' then
        v_gate_risk[g] := v_gate_risk[g] - p_at_risk[i];
        v_accepted := v_accepted - 1;
      end if;
      if v_code[i] not in ('signed-out') then
        v_code[i] := case when v_fact.body_hash = p_body_hash[i] then 'replayed' else 'key-reused' end;
      end if;
    end loop;
  end if;

  if v_accepted > 0 then
    update lottery.gate t set period = q.period, at_risk = q.at_risk, budget = q.budget
      from unnest(p_gate, v_gate_period, v_gate_risk, v_gate_budget) q (bucket, period, at_risk, budget)
      where t.bucket = q.bucket and t.lottery_id = p_lottery;

    insert into lottery.member_exposure as r (bucket, member_id, lottery_id, period, at_risk)
      select q.bucket, q.member_id, p_lottery, p_period, q.at_risk
      from unnest(p_buckets, p_members, p_at_risk, v_code) q (bucket, member_id, at_risk, code)
      where q.code = 'accepted'
      on conflict (bucket, member_id, lottery_id) do update set period = p_period,
        at_risk = excluded.at_risk + case when r.period = p_period then r.at_risk else 0 end;

    -- Members without sums are updated at most every 30 seconds, which is precise enough for the time played.
    insert into lottery.play_session as p (bucket, member_id, started_at, last_at, checked_at)
      select q.bucket, q.member_id, v_now, v_now, v_now
      from unnest(p_buckets, p_members, v_code, v_counts) q (bucket, member_id, code, counts)
      where q.code = 'accepted' and not q.counts and not exists (
        select 1 from lottery.play_session o
        where o.bucket = q.bucket and o.member_id = q.member_id and o.last_at > v_now - interval '30 seconds' offset 0)
      on conflict (bucket, member_id) do update set last_at = v_now,
        started_at = case when p.last_at > v_now - interval '1 hour' then p.started_at else v_now end,
        checked_at = case when p.last_at > v_now - interval '1 hour' then p.checked_at else v_now end;
    -- Members with sums have a row already: without one, the verdict is `limit-stale`.
    if true = any (v_counts) then
      insert into lottery.play_session as p (bucket, member_id, started_at, last_at, checked_at, staked_day, lost_day,
          lost_week, lost_month)
        select q.bucket, q.member_id, v_now, v_now, v_now, q.total, q.total, q.total, q.total
        from unnest(p_buckets, p_members, p_total, v_code, v_counts) q (bucket, member_id, total, code, counts)
        where q.code = 'accepted' and q.counts
        on conflict (bucket, member_id) do update set last_at = v_now,
          started_at = case when p.last_at > v_now - interval '1 hour' then p.started_at else v_now end,
          checked_at = case when p.last_at > v_now - interval '1 hour' then p.checked_at else v_now end,
          staked_day = p.staked_day + excluded.staked_day, lost_day = p.lost_day + excluded.lost_day,
          lost_week = p.lost_week + excluded.lost_week, lost_month = p.lost_month + excluded.lost_month;
    end if;

    insert into lottery.slip (bucket, member_id, day, lottery_id, period, id, key, table_id, accepted_ms, total, at_risk,
        stakes, commitment, leaf)
      select q.bucket, q.member_id, v_day, p_lottery, p_period, q.slip, q.key, p_table, v_now_ms, q.total, q.at_risk,
        p_stakes[20 * q.k - 19 : 20 * q.k], q.commitment,
        sha256('\x00'::bytea || p_leaf_head || uuid_send(q.slip) || q.commitment || p_leaf_middle || int8send(v_now_ms)
          || q.leaf_tail)
      from unnest(p_buckets, p_members, p_slip, p_key, p_total, p_at_risk, p_commitment, p_leaf_tail, v_code)
        with ordinality q (bucket, member_id, slip, key, total, at_risk, commitment, leaf_tail, code, k)
      where q.code = 'accepted';

    if v_accepted = v_n then
      perform ledger.write_stakes(p_buckets, p_members, v_day, p_slip, p_total);
    else
      perform ledger.write_stakes(
        array_agg(q.bucket), array_agg(q.member_id), v_day, array_agg(q.slip), array_agg(q.total))
        from unnest(p_buckets, p_members, p_slip, p_total, v_code) q (bucket, member_id, slip, total, code)
        where q.code = 'accepted';
    end if;
  end if;

  return query
    select q.code, q.detail, v_now_ms, q.available - case when q.code = 'accepted' then q.total else 0 end
    from unnest(v_code, v_detail, v_available, p_total) q (code, detail, available, total);
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
            where c.lottery_id = p_lottery and c.open and c.reason = 'reviewed' and c.at >= f.at)) as open,
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
create policy table_add on lottery.odds_table for insert with check (lottery.may_table(odds_table.*));
create policy table_read on lottery.odds_table for select using (true);
