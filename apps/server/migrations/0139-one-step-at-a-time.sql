-- Steps of one period exclude each other: each reads what the others posted before it computes its amounts, so it must
-- wait until they commit.

-- As before, behind a lock on the lottery's row: settling shares it, giving stakes back takes it alone.
create or replace function draw.settle_chunk(
  p_bucket smallint, p_bucket_to smallint, p_lottery smallint, p_period bigint, p_step text, p_entry bytea,
  p_table bytea
) returns integer language plpgsql security definer
set plan_cache_mode = force_generic_plan set enable_seqscan = off set search_path to pg_catalog, pg_temp
as $$
declare
  v_draw_id text;
  v_day date;
  v_table integer;
  v_multipliers integer[];
  v_sum integer;
  v_returned boolean;
  v_settled boolean;
  v_low integer;
  v_odd integer;
  v_bucket smallint[];
  v_member uuid[];
  v_ref uuid[];
  v_amount bigint[];
  v_new integer;
begin
  -- Settling subtracts what went back, and nothing goes back once a step is settled: two steps that run at the same
  -- moment would read neither. Chunks of one settlement run side by side.
  if p_step = 'settle' then
    perform 1 from lottery.lottery l where l.id = p_lottery for share;
  else
    perform 1 from lottery.lottery l where l.id = p_lottery for no key update;
  end if;
  select l.key || '/' || p_period, (to_timestamp((p_period + 1) * l.period_seconds) at time zone 'UTC')::date
    into v_draw_id, v_day from lottery.lottery l where l.id = p_lottery;
  if (num_nulls(p_table, v_day) = 0 and p_bucket between 0 and 255 and p_bucket_to between p_bucket and 255
      and draw.decides(p_lottery, p_period, v_draw_id, p_step, p_entry)) is not true then
    raise exception 'draw.settle_chunk: no entry that decides this step of %', v_draw_id using errcode = 'TC001';
  end if;
  if p_step = 'settle' then
    select t.id, t.multipliers into v_table, v_multipliers from draw.table_by_entry(p_lottery, p_period, p_table) t;
    v_sum := draw.sum_by_entry(v_draw_id, p_entry);
    if num_nulls(v_table, v_multipliers, v_sum) > 0 then
      raise exception 'draw.settle_chunk: no table or no dice of %', v_draw_id using errcode = 'TC001';
    end if;
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
            -- A slip of another table is no slip of this period; reconciling finds it.
            and s.table_id = v_table
        ) x
        where x.amount > 0
        order by x.bucket, x.member_id, x.id
      ) w;
  else
    -- What is settled is over: no stake goes back any more. Either gives stakes back whole, so what one has given is
    -- not given again.
    v_settled := exists (
      select 1 from draw.paid p where p.lottery_id = p_lottery and p.period = p_period and p.step = 'settle');
    v_returned := v_settled or exists (
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
  if v_settled and v_bucket is not null then
    raise exception 'draw.settle_chunk: % is settled', v_draw_id using errcode = 'TC001';
  end if;
  if v_bucket is not null then
    v_new := ledger.pay_back(v_bucket, v_member, v_day, v_ref,
      case when p_step = 'settle' then 'payout' else p_step end::ledger.kind, v_amount);
  end if;
  insert into draw.paid (lottery_id, period, step, bucket, at)
    values (p_lottery, p_period, p_step, p_bucket, clock.now()) on conflict do nothing;
  return coalesce(v_new, 0);
end $$;
