-- A switch and its entry in the book are written together, by functions. What faults closed opens only by the
-- decision of two people. The position of the reconciliation moves by functions, never back and never beyond the
-- ledger.

-- Whether two people confirmed to open a subject again after it was closed, and both their words count.
create function staff.is_reopened(p_subject text, p_closed_at timestamptz) returns boolean language sql stable as $$
  select exists (
    select 1 from staff.proposal p
    where p.what = 'reopening' and p.subject = p_subject and p.decision = 'confirmed' and p.decided_at >= p_closed_at
      and p.decided_by <> p.proposed_by) $$;

-- The entry of a switch in the book, as canonical JSON.
create function book.switch_entry(p_what text, p_open boolean, p_reason text, p_at timestamptz) returns text
language sql immutable as $$
  select '{"from":"' || ceil(extract(epoch from p_at))::bigint || '","reason":' || to_json(p_reason) || ',"state":"'
    || case when p_open then 'on' else 'off' end || '","type":"switch","what":' || to_json(p_what) || '}' $$;

-- Opens or closes what brings money in. Executed by `jobs`.
create function house.write_switch(p_id uuid, p_open boolean, p_reason text) returns void
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_last house.switch;
  v_now timestamptz;
begin
  perform book.take_head();
  v_now := clock.now();
  select s.* into v_last from house.switch s where s.what = 'money-in' order by s.at desc, s.id desc limit 1;
  if num_nulls(p_id, p_open, p_reason) > 0 or (p_open and case
      when p_reason = 'reviewed' or v_last.reason = 'ledger-wrong' then
        (p_reason = 'reviewed' and v_last.reason = 'ledger-wrong' and staff.is_reopened('money-in', v_last.at)) is not true
      else false end) then
    raise exception 'house.write_switch: two people open what faults closed' using errcode = '42501';
  end if;
  perform book.write(array[book.switch_entry('money-in', p_open, p_reason, v_now)]);
  insert into house.switch (what, id, open, reason, at) values ('money-in', p_id, p_open, p_reason, v_now);
end $$;

-- The same of a table for bets. Executed by `jobs`.
create function lottery.write_switch(p_lottery smallint, p_id uuid, p_open boolean, p_reason text) returns void
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_key text := (select l.key from lottery.lottery l where l.id = p_lottery);
  v_last lottery.switch;
  v_now timestamptz;
begin
  perform book.take_head();
  v_now := clock.now();
  select s.* into v_last from lottery.switch s where s.lottery_id = p_lottery order by s.at desc, s.id desc limit 1;
  if num_nulls(v_key, p_id, p_open, p_reason) > 0 or (p_open and case
      when p_reason = 'reviewed' or v_last.reason = 'draw-unproven' then
        (p_reason = 'reviewed' and v_last.reason = 'draw-unproven'
          and staff.is_reopened('table/' || v_key, v_last.at)) is not true
      else false end) then
    raise exception 'lottery.write_switch: two people open what faults closed' using errcode = '42501';
  end if;
  perform book.write(array[book.switch_entry('table/' || v_key, p_open, p_reason, v_now)]);
  insert into lottery.switch (lottery_id, id, open, reason, at) values (p_lottery, p_id, p_open, p_reason, v_now);
end $$;

-- Ends what waits, at the time of the database's clock. False where it is decided.
create or replace function staff.decide(
  p_id uuid, p_decision text, p_by uuid, p_at timestamptz, p_why text, p_mac text
) returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (p_at between clock.now() - interval '1 minute' and clock.now()) is not true then
    raise exception 'staff.decide: a decision of another time' using errcode = 'TC001';
  end if;
  update staff.proposal p set decision = p_decision, decided_by = p_by, decided_at = p_at, decided_why = p_why,
      decided_mac = p_mac
    where p.id = p_id and p.decision is null;
  return found;
end $$;

-- Notes that the transfers of closed epochs up to `p_to` are reconciled. False where another run was first. Executed by
-- `jobs`.
create function ledger.move_reconciled(p_from integer, p_to integer, p_at timestamptz) returns boolean
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
begin
  if (p_to >= p_from and p_to < (select min(g.epoch) from ledger.gate g) and p_at <= clock.now()) is not true then
    raise exception 'ledger.move_reconciled: not from % to %', p_from, p_to using errcode = 'TC001';
  end if;
  update ledger.reconciliation r set epoch = p_to, at = p_at where r.epoch = p_from;
  return found;
end $$;

-- The bucket with which the pass over everything goes on; null until a pass is due. Executed by `jobs`.
create function ledger.next_whole_bucket() returns smallint language plpgsql security definer
set search_path to pg_catalog, pg_temp as $$
declare
  v_bucket smallint;
begin
  update ledger.reconciliation r set
      whole_since = case when r.whole_bucket = 256 then clock.now() else r.whole_since end,
      whole_bucket = case when r.whole_bucket = 256 then 0 else r.whole_bucket end
    where r.whole_bucket < 256 or r.whole_since <= clock.now() - interval '1 day'
    returning r.whole_bucket into v_bucket;
  return v_bucket;
end $$;

-- Notes that the pass over everything is done with some buckets, 32 at most at a time. Executed by `jobs`.
create function ledger.move_whole(p_from smallint, p_to smallint) returns boolean language plpgsql security definer
set search_path to pg_catalog, pg_temp as $$
begin
  if (p_to > p_from and p_to <= p_from + 32 and p_to <= 256) is not true then
    raise exception 'ledger.move_whole: not from % to %', p_from, p_to using errcode = 'TC001';
  end if;
  update ledger.reconciliation r set whole_bucket = p_to where r.whole_bucket = p_from;
  return found;
end $$;

-- Since when messages of the provider are kept. Written by the owner alone, once.
create table payments.kept_since (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null
);
insert into payments.kept_since (at)
  select coalesce((select min(m.handled_at) from payments.provider_message m
    where m.outcome = 'before' and m.id = '00000000-0000-0000-0000-000000000000'), clock.now());

-- Events of versions that kept no messages. The owner alone writes this list.
create table payments.event_before (
  provider text not null,
  event_id text not null,
  primary key (provider, event_id)
);
insert into payments.event_before (provider, event_id)
  select e.provider, e.event_id from payments.provider_event e
  join payments.provider_message m on m.id = e.message_id
  where m.outcome = 'before';

-- As before; `before` counts for the events of that list alone.
create or replace function payments.is_said(
  p_provider text, p_event text, p_kind text, p_reference uuid, p_amount bigint, p_currency text
) returns boolean language sql stable as $$
  select exists (
    select 1 from payments.provider_event e
    left join payments.provider_message m on m.id = e.message_id
    where e.provider = p_provider and e.event_id = p_event and e.body ->> 'kind' = p_kind
      and e.body ->> 'reference' = p_reference::text
      and case when p_kind = 'paid-in' or e.message_id is not null then m.outcome = 'verified'
          or m.outcome = 'before' and exists (
            select 1 from payments.event_before b where b.provider = e.provider and b.event_id = e.event_id)
        else p_event like 'asked/%' or p_event like 'unsent/%' end
      and (p_kind not in ('paid-in', 'paid-out')
        or (e.body ->> 'amount' = p_amount::text and e.body ->> 'currency' = p_currency))) $$;
