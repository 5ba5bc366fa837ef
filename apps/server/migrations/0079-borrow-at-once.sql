-- What buckets lend to one that has too little is written down by one statement, where it was two for each of
-- them: on a cluster each was a message to another machine, with all gates of the table in hand.
create or replace function lottery.borrow_budget(
  p_bucket smallint, p_lottery smallint, p_period bigint, p_cap bigint, p_need bigint, p_want bigint
) returns bigint language plpgsql as $$
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
    v_change[v_row.bucket + 1] := -v_take;
    v_change[p_bucket + 1] := v_change[p_bucket + 1] + v_take;
    v_free := v_free + v_take;
  end loop;
  update lottery.gate t set budget = t.budget + v_change[t.bucket + 1]
    where t.lottery_id = p_lottery and t.period = p_period and v_change[t.bucket + 1] <> 0;
  return v_free;
end $$;
