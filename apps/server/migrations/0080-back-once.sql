-- A draw whose stakes went back because the beacon was late may become void afterwards: where a witness dates what it
-- cosigned before the lock, its seal counts no more. What went back once does not go back a second time.
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
    -- Either gives stakes back whole: what the other has given is not given again.
    v_returned := exists (
      select 1 from draw.paid p where p.lottery_id = p_lottery and p.period = p_period
        and p.step in ('return', 'refund') and p.step <> p_step);
    select array_agg(w.bucket), array_agg(w.member_id), array_agg(w.id), array_agg(w.amount)
      into v_bucket, v_member, v_ref, v_amount
      from (
        select x.* from (
          select s.bucket, s.member_id, s.id,
            s.total - case when v_returned then coalesce((
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
  end if;
  if v_bucket is not null then
    v_new := ledger.pay_back(v_bucket, v_member, v_day, v_ref,
      case when p_step = 'settle' then 'payout' else p_step end::ledger.kind, v_amount);
  end if;
  insert into draw.paid (lottery_id, period, step, bucket, at)
    values (p_lottery, p_period, p_step, p_bucket, clock.now()) on conflict do nothing;
  return coalesce(v_new, 0);
end $$;
