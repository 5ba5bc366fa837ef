-- What happens once happens once, whatever ids the caller invents: a top-up is credited, a stake goes back or is
-- settled, a draw has one entry of a kind in the book.

-- Whether an event names a payment as the provider does.
create function payments.is_named(p_provider text, p_event text, p_provider_ref text) returns boolean
language sql stable as $$
  select exists (
    select 1 from payments.provider_event e
    where e.provider = p_provider and e.event_id = p_event and e.body ->> 'providerRef' = p_provider_ref) $$;

-- As before, by a message that names this payment, and once for a top-up.
create or replace function payments.credit_payment(p_bucket smallint, p_member uuid, p_id uuid, p_event text) returns void
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_day date;
  v_amount bigint;
  v_currency text;
  v_provider text;
  v_provider_ref text;
  v_top_up uuid;
  v_state text;
begin
  select p.day, p.amount, p.currency, p.provider, p.provider_ref, p.top_up_id, p.state
    into v_day, v_amount, v_currency, v_provider, v_provider_ref, v_top_up, v_state
    from payments.payment p
    where p.bucket = p_bucket and p.member_id = p_member and p.id = p_id and p.reason is null for update;
  if (v_state = 'credited' and payments.is_house_currency(v_currency)
      and payments.is_claimed(v_provider, v_provider_ref, p_id)
      and payments.is_said(v_provider, p_event, 'paid-in', v_top_up, v_amount, v_currency)
      and payments.is_named(v_provider, p_event, v_provider_ref)
      and not payments.is_credited(p_bucket, p_member, v_day, p_id)
      and not exists (
        select 1 from payments.payment q
        where q.bucket = p_bucket and q.member_id = p_member and q.top_up_id = v_top_up and q.id <> p_id
          and payments.is_credited(p_bucket, p_member, q.day, q.id))
      and exists (
        select 1 from payments.top_up u
        where u.bucket = p_bucket and u.member_id = p_member and u.id = v_top_up and u.provider = v_provider
          and u.amount = v_amount and u.currency = v_currency)) is not true then
    raise exception 'payments.credit_payment: no such payment, or nobody says that it was paid'
      using errcode = 'TC001';
  end if;
  perform ledger.post_one(p_bucket, p_member, v_day, p_id, 'top-up', 'cash', 'available', v_amount);
end $$;

-- As before, and gives no stake back once slips are settled. A late draw may still be settled after a return.
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

-- As before, with one seal, one draw and one void of each draw at most.
create or replace function book.write(p_bodies text[]) returns table (seq bigint, hash bytea, at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_size bigint;
  v_peaks bytea;
  v_at timestamptz;
  v_body text;
  v_subtree bytea;
  v_index bigint;
  v_height integer;
begin
  select h.size, h.peaks into strict v_size, v_peaks from book.take_head() h;
  v_at := clock.now();
  foreach v_body in array p_bodies loop
    if v_body::jsonb ->> 'type' in ('seal', 'draw', 'void') and exists (
      select from book.entry e where e.draw_id = v_body::jsonb ->> 'draw_id' and e.type = v_body::jsonb ->> 'type') then
      raise exception 'book.write: % has its % already', v_body::jsonb ->> 'draw_id', v_body::jsonb ->> 'type'
        using errcode = 'TC001';
    end if;
    v_subtree := sha256('\x00'::bytea || convert_to(v_body, 'UTF8'));
    insert into book.entry (seq, type, draw_id, body, hash, at)
      values (v_size, v_body::jsonb ->> 'type', v_body::jsonb ->> 'draw_id', v_body, v_subtree, v_at);
    return query select v_size, v_subtree, v_at;
    v_index := v_size;
    v_height := 0;
    while v_index % 2 = 1 loop
      v_subtree := sha256('\x01'::bytea || substr(v_peaks, length(v_peaks) - 31) || v_subtree);
      v_peaks := substr(v_peaks, 1, length(v_peaks) - 32);
      v_index := v_index / 2;
      v_height := v_height + 1;
      if v_height % 8 = 0 then
        insert into book.node (level, index, hash) values (v_height / 8, v_index, v_subtree);
      end if;
    end loop;
    v_peaks := v_peaks || v_subtree;
    v_size := v_size + 1;
  end loop;
  update book.head set size = v_size, peaks = v_peaks;
  perform pg_notify('book', '');
end $$;
