-- Decisions of the staff about a member's money carry a MAC whose key is not in the database (src/row-macs.ts): legal
-- holds and votes. A row without a right one counts for nothing, whoever wrote it. Migration 0102 signs the rows that
-- are there.
alter table payments.legal_hold add column mac text, add column confirmed_mac text;
alter table payments.withdrawal_review add column mac text;
alter table payments.payment_review add column mac text;

-- From which amount on a withdrawal is reviewed; null before the house has a rule.
create function payments.review_from() returns bigint language sql stable as $$
  select r.review_from from payments.rule r where r.from_at <= clock.now() order by r.version desc limit 1 $$;

-- hold ↔ withdrawal that was just submitted. Whether it is reviewed, until when, and its day follow from its amount and
-- the clock, whatever the row said.
create or replace function payments.hold_withdrawal(p_bucket smallint, p_member uuid, p_id uuid) returns void
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_now timestamptz := clock.now();
  v_day date := (v_now at time zone 'UTC')::date;
  v_amount bigint;
  v_state text;
  v_currency text;
begin
  select w.amount, w.state, w.currency into v_amount, v_state, v_currency from payments.withdrawal w
    where w.bucket = p_bucket and w.member_id = p_member and w.id = p_id for update;
  -- Another currency would be paid out by the provider, and held by its number alone.
  if (v_state in ('in-review', 'approved') and payments.is_house_currency(v_currency)) is not true then
    raise exception 'payments.hold_withdrawal: no such withdrawal, or it has ended' using errcode = 'TC001';
  end if;
  -- One that was held before, also if that hold has ended, meets its key.
  insert into ledger.hold (bucket, member_id, id, day, amount, purpose, at)
    values (p_bucket, p_member, p_id, v_day, v_amount, 'withdrawal', v_now);
  v_state := case when v_amount >= payments.review_from() then 'in-review'
    when v_amount < payments.review_from() then 'approved' else v_state end;
  update payments.withdrawal w set day = v_day, submitted_at = v_now, state = v_state, tries = 0,
      review_due_at = case v_state when 'in-review' then v_now + interval '24 hours' end,
      approved_at = case v_state when 'approved' then v_now end, next_at = case v_state when 'approved' then v_now end,
      ended_at = null, provider_ref = null, refusal_reason = null, refusal_words = null
    where w.bucket = p_bucket and w.member_id = p_member and w.id = p_id;
  perform ledger.post_one(p_bucket, p_member, v_day, p_id, 'hold', 'available', 'held', v_amount);
end $$;

-- The longest wait between two tries of a payout. Whoever sends payouts cannot put one off for longer.
create function payments.next_try(p_next_at timestamptz) returns timestamptz language sql stable as $$
  select least(p_next_at, clock.now() + interval '6 hours') $$;

-- Counts a try to pay, and says when the next one is due: within six hours. Executed by `jobs`.
create function payments.put_off(
  p_bucket smallint, p_member uuid, p_id uuid, p_tries integer, p_next_at timestamptz
) returns void language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
begin
  update payments.withdrawal w set tries = p_tries, next_at = payments.next_try(p_next_at)
    where w.bucket = p_bucket and w.member_id = p_member and w.id = p_id and w.state in ('approved', 'sent')
      and p_next_at is not null;
end $$;

-- The provider has it. No money moves. Executed by `jobs`.
create or replace function payments.note_sent(
  p_bucket smallint, p_member uuid, p_id uuid, p_provider_ref text, p_next_at timestamptz
) returns void language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_count integer;
begin
  update payments.withdrawal w
    set state = 'sent', provider_ref = p_provider_ref, tries = 0, next_at = payments.next_try(p_next_at)
    where w.bucket = p_bucket and w.member_id = p_member and w.id = p_id and w.state = 'approved'
      and num_nulls(p_provider_ref, p_next_at) = 0;
  get diagnostics v_count = row_count;
  if v_count <> 1 then
    raise exception 'payments.note_sent: no such withdrawal on its way' using errcode = 'TC001';
  end if;
end $$;
