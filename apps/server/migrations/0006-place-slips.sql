-- A bucket's own share of a table's cap; the shares of the 256 buckets sum to the cap exactly.
create function lottery.base_budget(p_cap bigint, p_bucket integer) returns bigint language sql immutable
  as 'select p_cap / 256 + case when p_bucket < p_cap % 256 then 1 else 0 end';

-- The transfer step between buckets: moves unused budget to p_bucket until it can lose p_want more in this period, or
-- as near to that as the others can spare. Returns what p_bucket can lose afterwards. Where the whole table cannot bear
-- p_need, moves nothing and returns what the table can still bear. Null for a period that is not open yet or is over:
-- gates only move forward.
create function lottery.borrow_budget(
  p_bucket smallint, p_lottery smallint, p_period bigint, p_cap bigint, p_need bigint, p_want bigint
) returns bigint language plpgsql as $$
declare
  v_row record;
  v_free bigint;
  v_spare bigint;
  v_take bigint;
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
    -- Beyond the need, leave the others half of what they have.
    if v_free + v_take > p_need then
      v_take := greatest(least(v_take, p_need - v_free), least(v_take, v_row.free / 2));
    end if;
    continue when v_take <= 0;
    update lottery.gate t set budget = t.budget - v_take where t.bucket = v_row.bucket and t.lottery_id = p_lottery;
    update lottery.gate t set budget = t.budget + v_take where t.bucket = p_bucket and t.lottery_id = p_lottery;
    v_free := v_free + v_take;
  end loop;
  return v_free;
end $$;

-- Why a whole period takes no slip at this moment, or null where it takes them. (PL/pgSQL, not SQL: its plan is kept.)
create function lottery.why_closed(p_now timestamptz, p_lottery smallint, p_period bigint, p_table integer)
returns text language plpgsql stable as $$
declare
  v record;
begin
  select l.period_seconds, t.first_period, h.round, t.beacon_genesis + (h.round - 1) * t.beacon_period as beacon_time,
      coalesce((select c.open from lottery.switch c where c.lottery_id = p_lottery order by c.at desc, c.id desc limit 1),
        true) as open,
      (select u.id from lottery.house_table u where u.lottery_id = p_lottery and u.first_period <= p_period
        order by u.first_period desc limit 1) as applies,
      (select c.at from book.checkpoint c where c.size > t.entry_seq order by c.size limit 1) as booked_at
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

-- The hot path: slips of one lottery and period that arrive together are judged one by one and committed together.
--
-- Node gives each slip its place in the arrays, sorted by bucket and member; at most one slip a member a batch; p_gate
-- lists the buckets concerned once each, in order, and a slip names its gate by index. p_stakes holds the twenty places
-- of each slip one after the other. A slip's leaf data is p_leaf_head, its id, its commitment, p_leaf_middle, the time
-- of acceptance and its tail. Order of work: gates, clock, balances, facts, judgement, writes. Everything that decides
-- is read after the locks that keep it true. p_bucket comes first, to route the call where the database is sharded. No
-- partitioned table is read here: that would lock every partition at each call.
create function lottery.place_slips(
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
      ) as member_risk
    from unnest(p_buckets, p_members, p_tokens) with ordinality q (bucket, member_id, token_hash, k)
    order by q.k
  loop
    i := i + 1;
    g := p_gate_of[i];
    if v_fact.restricted is null then
      v_code[i] := 'signed-out';
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
    -- The member's own limits are judged here, from facts joined above, before the house's caps.
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
