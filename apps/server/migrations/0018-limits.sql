-- The member's own limits. What is looser waits: the database itself takes no looser value sooner than a day after it
-- was asked for, from whatever role. 9007199254740991 stands for "no limit".

-- Asked for by the member; comes into force by a second yes, a row of limit_set that names it.
create table members.limit_request (
  bucket smallint not null,
  member_id uuid not null,
  kind text not null,
  id uuid not null,
  value bigint not null check (value between 0 and 9007199254740991),
  asked_at timestamptz not null default clock.now(),
  dropped_at timestamptz,
  primary key (bucket, member_id, kind, id),
  unique (bucket, member_id, kind, id, value, asked_at)
);

-- The newest version of a kind is in force. Each names the one before it with its value and time, so that none can pass
-- for tighter than it is; the time is the database's own and cannot be given.
create table members.limit_set (
  bucket smallint not null,
  member_id uuid not null,
  kind text not null check (kind in ('deposit-day', 'deposit-week', 'deposit-month', 'stake-slip', 'stake-day',
    'loss-day', 'loss-week', 'loss-month', 'session', 'check')),
  version integer not null check (version > 0),
  value bigint not null check (value between 0 and 9007199254740991),
  set_at timestamptz not null default clock.now(),
  prev_version integer,
  prev_value bigint not null,
  prev_set_at timestamptz,
  request_id uuid,
  asked_at timestamptz,
  primary key (bucket, member_id, kind, version),
  unique (bucket, member_id, kind, version, value, set_at),
  foreign key (bucket, member_id, kind, prev_version, prev_value, prev_set_at)
    references members.limit_set (bucket, member_id, kind, version, value, set_at),
  foreign key (bucket, member_id, kind, request_id, value, asked_at)
    references members.limit_request (bucket, member_id, kind, id, value, asked_at),
  check ((version = 1) = (prev_version is null)),
  check (prev_version = version - 1),
  check ((prev_version is null) = (prev_set_at is null)),
  check (prev_version is not null or prev_value = case kind when 'check' then 60 else 9007199254740991 end),
  check ((request_id is null) = (asked_at is null)),
  -- Looser: a day after it was asked for, and asked for since the limit was last changed.
  check (value <= prev_value or (request_id is not null and set_at >= asked_at + interval '24 hours'
    and asked_at >= coalesce(prev_set_at, asked_at)))
);

-- A time-out or an exclusion, of the person: accounts that turn out to be his get a copy. It runs out by itself; no row
-- is ever changed or removed.
create table members.exclusion (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('time-out', 'self-exclusion')),
  from_at timestamptz not null default clock.now(),
  hours integer not null check (hours > 0),
  copied_from uuid,
  primary key (bucket, member_id, id),
  check (copied_from is not null or case kind when 'time-out' then hours between 24 and 1008 else hours >= 4416 end)
);

-- When a member last said that the limits still fit.
create table members.limit_review (
  bucket smallint not null,
  member_id uuid not null,
  at timestamptz not null default clock.now(),
  primary key (bucket, member_id, at)
);

-- Who else has this name; compared with the birth date.
create index real_name_folded on members.real_name (lower(name));

-- How a member plays. A play session begins with the first bet after an hour without one; checked_at is when its last
-- reality check was read. The sums are what his limits are held against, kept for those who have such limits: exact at
-- summed_at, and from then on never too small until stale_at, when a payout leaves one of the spans.
create table lottery.play (
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
) with (fillfactor = 50);

-- What a member staked and lost in the spans that end at p_now, by the postings. Stakes count in full, also those that
-- came back since; a loss is stakes less payouts and stakes that came back.
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

-- Sums anew what a member played, after the lock of his balance: no slip or payment of his is under way then.
create function lottery.refresh_play(p_bucket smallint, p_member uuid) returns void language plpgsql as $$
declare
  v_now timestamptz;
begin
  perform 1 from ledger.balance b where b.bucket = p_bucket and b.member_id = p_member for update;
  v_now := clock.now();
  insert into lottery.play as p (bucket, member_id, started_at, last_at, checked_at, staked_day, lost_day, lost_week,
      lost_month, summed_at, stale_at)
    select p_bucket, p_member, v_now, v_now - interval '1 hour', v_now, s.staked_day, s.lost_day, s.lost_week,
      s.lost_month, v_now, s.stale_at
    from lottery.sum_play(p_bucket, p_member, v_now) s
    on conflict (bucket, member_id) do update set staked_day = excluded.staked_day, lost_day = excluded.lost_day,
      lost_week = excluded.lost_week, lost_month = excluded.lost_month, summed_at = excluded.summed_at,
      stale_at = excluded.stale_at;
end $$;

grant select on members.limit_request, members.limit_set, members.exclusion, members.limit_review, lottery.play
  to tercet_app;
grant insert (bucket, member_id, kind, id, value) on members.limit_request to tercet_app;
grant update (dropped_at) on members.limit_request to tercet_app;
grant insert (bucket, member_id, kind, version, value, prev_version, prev_value, prev_set_at, request_id, asked_at)
  on members.limit_set to tercet_app;
grant insert (bucket, member_id, id, kind, hours, copied_from) on members.exclusion to tercet_app;
grant insert (bucket, member_id) on members.limit_review to tercet_app;
grant insert on lottery.play to tercet_app;
grant update (started_at, last_at, checked_at, staked_day, lost_day, lost_week, lost_month, summed_at, stale_at)
  on lottery.play to tercet_app;

-- As before, and within the member's own limits.
create or replace function lottery.place_slips(
  p_bucket smallint, p_lottery smallint, p_period bigint, p_table integer, p_leaf_head bytea, p_leaf_middle bytea,
  p_gate smallint[],
  p_gate_of integer[], p_buckets smallint[], p_members uuid[], p_tokens bytea[], p_key uuid[], p_body_hash bytea[],
  p_slip uuid[], p_stakes bigint[], p_total bigint[], p_at_risk bigint[], p_commitment bytea[], p_salt bytea[],
  p_leaf_tail bytea[]
) returns table (code text, detail bigint, accepted_ms bigint, available bigint)
language plpgsql
-- Plans are made once and kept, maybe while a table is still empty: they must be those for a full one.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  v_now timestamptz;
  v_now_ms bigint;
  v_table record;
  v_closed text;
  v_day date;
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

  select array_agg(s.period), array_agg(s.at_risk), array_agg(s.budget)
    into v_gate_period, v_gate_risk, v_gate_budget
    from (
      select t.period, t.at_risk, t.budget from lottery.gate t
      where t.bucket = any (p_gate) and t.lottery_id = p_lottery order by t.bucket for update
    ) s;

  v_now := clock.now();
  v_now_ms := floor(extract(epoch from v_now) * 1000);

  -- The slips come sorted by bucket and member: so are the locks.
  select array_agg(s.available order by s.k) into v_available
    from (
      select q.k, b.available
      from unnest(p_buckets, p_members) with ordinality q (bucket, member_id, k)
      cross join lateral (
        select l.available from ledger.balance l
        where l.bucket = q.bucket and l.member_id = q.member_id for update
      ) b
    ) s;
  -- One that is missing would shift the others to the wrong slips.
  if coalesce(cardinality(v_available), 0) <> v_n then
    raise exception 'lottery.place_slips: a member without a balance row' using errcode = 'TC001';
  end if;

  select t.min_balance, t.member_cap, t.period_cap, l.period_seconds into strict v_table
    from lottery.house_table t join lottery.lottery l on l.id = t.lottery_id
    where t.id = p_table and t.lottery_id = p_lottery;
  v_day := (to_timestamp((p_period + 1) * v_table.period_seconds) at time zone 'UTC')::date;
  v_closed := lottery.why_closed(v_now, p_lottery, p_period, p_table);

  v_code := array_fill(null::text, array[v_n]);
  v_detail := array_fill(0::bigint, array[v_n]);

  for v_fact in
    select
      -- Null where the token has no live session.
      (select s.restricted from members.session s
        where s.bucket = q.bucket and s.member_id = q.member_id and s.token_hash = q.token_hash
          and s.ended_at is null and s.idle_until > v_now and s.expires_at > v_now) as restricted,
      (select r.at_risk from lottery.player r
        where r.bucket = q.bucket and r.member_id = q.member_id and r.lottery_id = p_lottery and r.period = p_period
      ) as member_risk,
      (select max(e.from_at + e.hours * interval '1 hour') from members.exclusion e
        where e.bucket = q.bucket and e.member_id = q.member_id) as excluded_until,
      own.*, own.stake_day is not null or own.loss_day is not null or own.loss_week is not null
        or own.loss_month is not null as has_sums,
      play.*, play.last_at > v_now - interval '1 hour' as is_playing
    from unnest(p_buckets, p_members, p_tokens) with ordinality q (bucket, member_id, token_hash, k)
    -- Null for no limit; the reality check has one unless the member took it off.
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
      from lottery.play p where p.bucket = q.bucket and p.member_id = q.member_id
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
    if v_fact.restricted is null then
      v_code[i] := 'signed-out';
    elsif v_fact.excluded_until > v_now then
      v_code[i] := 'excluded';
      v_detail[i] := floor(extract(epoch from v_fact.excluded_until) * 1000);
    elsif v_fact.restricted then
      v_code[i] := 'suspended';
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
    -- The sums were never made, a payout has left a span, or they say no and may be too large by now: the caller has
    -- them made anew and asks again.
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

  -- The key decides whether a slip is new. Its row is the claim; a key that was there before turns the verdict into a
  -- replay, whatever the verdict was: the first answer stands.
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
      join lottery.slip_key k on k.bucket = q.bucket and k.member_id = q.member_id and k.key = q.key
      -- Not by the slip's own id: a call whose answer was lost is sent again with the same.
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

    insert into lottery.player as r (bucket, member_id, lottery_id, period, at_risk)
      select q.bucket, q.member_id, p_lottery, p_period, q.at_risk
      from unnest(p_buckets, p_members, p_at_risk, v_code) q (bucket, member_id, at_risk, code)
      where q.code = 'accepted'
      on conflict (bucket, member_id, lottery_id) do update set period = p_period,
        at_risk = excluded.at_risk + case when r.period = p_period then r.at_risk else 0 end;

    -- Those who keep no sums are noted once in half a minute: nobody asks more precisely how long they have played.
    insert into lottery.play as p (bucket, member_id, started_at, last_at, checked_at)
      select q.bucket, q.member_id, v_now, v_now, v_now
      from unnest(p_buckets, p_members, v_code, v_counts) q (bucket, member_id, code, counts)
      where q.code = 'accepted' and not q.counts and not exists (
        select 1 from lottery.play o
        where o.bucket = q.bucket and o.member_id = q.member_id and o.last_at > v_now - interval '30 seconds')
      on conflict (bucket, member_id) do update set last_at = v_now,
        started_at = case when p.last_at > v_now - interval '1 hour' then p.started_at else v_now end,
        checked_at = case when p.last_at > v_now - interval '1 hour' then p.checked_at else v_now end;
    if true = any (v_counts) then
      update lottery.play p set last_at = v_now,
          started_at = case when p.last_at > v_now - interval '1 hour' then p.started_at else v_now end,
          checked_at = case when p.last_at > v_now - interval '1 hour' then p.checked_at else v_now end,
          staked_day = p.staked_day + q.total, lost_day = p.lost_day + q.total, lost_week = p.lost_week + q.total,
          lost_month = p.lost_month + q.total
        from unnest(p_buckets, p_members, p_total, v_code, v_counts) q (bucket, member_id, total, code, counts)
        where q.code = 'accepted' and q.counts and p.bucket = q.bucket and p.member_id = q.member_id;
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
