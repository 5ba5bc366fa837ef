-- Who stands behind an account, by a provider that looks at his document. Asked by a live house before money comes in
-- and before a bet, never at a withdrawal.

-- Whom a live house lets in: each version is in force from when it is written. A play house has none.
create table house.admission_rule (
  version integer primary key check (version > 0),
  age_min smallint not null check (age_min between 18 and 99),
  countries text[] not null,
  at timestamptz not null default clock.now()
);

-- A member's way to the provider and what came of it. Of the document itself nothing is kept but its kind and country,
-- and a keyed hash of its number in members.person_key. Name and birth date are those of the account: a check that says
-- others is declined.
create table members.identity_check (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  provider text not null,
  provider_ref text,
  url text,
  state text not null check (state in ('started', 'pending', 'verified', 'declined', 'expired')),
  reason text check (reason in ('document-unreadable', 'document-not-accepted', 'document-expired', 'not-the-person',
    'suspected-fraud', 'other', 'name-differs', 'birth-date-differs', 'too-young', 'country-not-served')),
  country text check (country ~ '^[A-Z]{2}$'),
  document_kind text check (document_kind in ('passport', 'id-card', 'driving-licence', 'residence-permit', 'other')),
  -- The last day of the document; afterwards the check has lapsed.
  good_until date,
  -- The version of the real name that it was held against: another name asks for another check.
  name_version integer,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  next_at timestamptz not null,
  -- When the provider decided, by its own clock: of its messages the newest counts, in whatever order they come.
  decided_at timestamptz,
  ended_at timestamptz,
  primary key (bucket, member_id, id),
  check ((state = 'declined') = (reason is not null)),
  check (state <> 'verified' or (country is not null and name_version is not null and decided_at is not null))
);
create unique index identity_check_id on members.identity_check (id);
create index identity_check_due on members.identity_check (next_at) where state in ('started', 'pending');
-- One at a time is under way.
create unique index identity_check_open on members.identity_check (bucket, member_id)
  where state in ('started', 'pending');

-- What a person is known again by, as HMAC-SHA256 under a key outside the database: name with birth date, document,
-- account, card. Stays after what it was made of is erased, for as long as an exclusion runs.
create table members.person_key (
  bucket smallint not null,
  member_id uuid not null,
  kind text not null check (kind in ('name', 'document', 'iban', 'card')),
  hash bytea not null check (length(hash) = 32),
  at timestamptz not null default clock.now(),
  primary key (bucket, member_id, kind, hash)
);
create index person_key_hash on members.person_key (hash);

-- Names are compared by the server, among those with the same birth date.
drop index members.real_name_folded;
create index member_birth_date on members.member (birth_date);

-- The country of the document by which a member is known; null where none was looked at, where it has run out, or where
-- the name is another by now.
create function members.known_country(p_bucket smallint, p_member uuid) returns text
language sql stable as $$
  select c.country from members.identity_check c
  where c.bucket = p_bucket and c.member_id = p_member and c.state = 'verified'
    and coalesce(c.good_until >= (clock.now() at time zone 'UTC')::date, true)
    and c.name_version = (
      select max(n.version) from members.real_name n where n.bucket = c.bucket and n.member_id = c.member_id)
  order by c.decided_at desc, c.id desc limit 1
$$;

-- Why a member may not play or top up for want of a known identity, by a code of the API; null where he may. A play
-- house asks for nothing. A live one that has no rule of admission lets nobody in.
create function members.identity_fault(p_bucket smallint, p_member uuid) returns text
language sql stable as $$
  select case
    when exists (select from house.house h where h.mode = 'play') then null
    when m.birth_date is null or own.country is null or rule.age_min is null then 'identity-needed'
    when m.birth_date > (clock.now() at time zone 'UTC')::date - make_interval(years => rule.age_min) then 'too-young'
    when own.country <> all (rule.countries) then 'country-not-served'
  end
  from (select) one
  left join members.member m on m.bucket = p_bucket and m.member_id = p_member
  left join lateral (select members.known_country(p_bucket, p_member) as country) own on true
  left join lateral (
    select r.age_min::integer as age_min, r.countries from house.admission_rule r order by r.version desc limit 1
  ) rule on true
$$;

-- As before, within the member's own limits (0018), and in a live house by members whose identity is known alone; in a
-- play house nothing of it is asked or read.
-- It takes nobody's word for what it can see itself: that each slip stands behind the gate of its own bucket, and that
-- its total is the sum of its bets.
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
  -- The caller names the gates, and which of them each slip stands behind. Behind one that is not there a seal would
  -- not wait for the slip, and no budget would hold it.
  if v_gate is distinct from p_gate or exists (
    select from unnest(p_buckets, p_gate_of) q (bucket, gate) where v_gate[q.gate] is distinct from q.bucket
  ) then
    raise exception 'lottery.place_slips: a slip without its own gate' using errcode = 'TC001';
  end if;
  -- What is paid for a slip is the sum of its bets, each of which may win.
  if cardinality(p_stakes) is distinct from 20 * v_n or exists (
    select from unnest(p_total) with ordinality q (total, k)
    where q.total is distinct from (select sum(s.stake) from unnest(p_stakes[20 * q.k - 19 : 20 * q.k]) s (stake))
      or 0 > any (p_stakes[20 * q.k - 19 : 20 * q.k])
  ) then
    raise exception 'lottery.place_slips: a total that is not the sum of its stakes' using errcode = 'TC001';
  end if;

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

  select t.min_balance, t.member_cap, t.period_cap, l.period_seconds,
      coalesce((select h.mode <> 'play' from house.house h), false) as asks_identity into strict v_table
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
      case when v_table.asks_identity then members.identity_fault(q.bucket, q.member_id) end as identity_fault,
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
      -- Kept apart, each member is looked up by the key, also where the table was empty when the plan was made.
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
      cross join lateral (
        select c.body_hash, c.slip_id from lottery.slip_key c
        where c.bucket = q.bucket and c.member_id = q.member_id and c.key = q.key offset 0
      ) k
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
        where o.bucket = q.bucket and o.member_id = q.member_id and o.last_at > v_now - interval '30 seconds' offset 0)
      on conflict (bucket, member_id) do update set last_at = v_now,
        started_at = case when p.last_at > v_now - interval '1 hour' then p.started_at else v_now end,
        checked_at = case when p.last_at > v_now - interval '1 hour' then p.checked_at else v_now end;
    -- Their row is there, or they would have been asked to have their sums made first.
    if true = any (v_counts) then
      insert into lottery.play as p (bucket, member_id, started_at, last_at, checked_at, staked_day, lost_day, lost_week,
          lost_month)
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
