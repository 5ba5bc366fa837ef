-- Each kind of transfer is posted by a function of its own that demands the cause: the row for which the money moves.
-- Member, amount and kind follow from that row. No process role may execute the general functions any more. Which role
-- may execute which function is declared in src/db/rights/functions.ts.
--
-- Every function takes the bucket first and reads rows of that bucket alone, so that a cluster can run it where they
-- lie. What a function asks of rows that belong to no member stands in small functions of its own (`…is_…`, `…agrees`,
-- `staff.counts`), which deploy/citus.sql replaces.

-- The one way to write a single transfer. Throws for a null, for one that is there already, and for a member without a
-- balance. Executed by no role: only functions of the owner call it.
create function ledger.post_one(
  p_bucket smallint, p_member uuid, p_day date, p_ref uuid, p_kind text, p_debit text, p_credit text, p_amount bigint
) returns void language plpgsql set search_path to pg_catalog, pg_temp as $$
declare
  v_now timestamptz;
  v_epoch integer;
  v_count integer;
begin
  if num_nulls(p_bucket, p_member, p_day, p_ref, p_kind, p_debit, p_credit, p_amount) > 0 then
    raise exception 'ledger.post_one: a null' using errcode = 'TC001';
  end if;
  perform 1 from ledger.gate g where g.bucket = p_bucket for share;
  perform 1 from ledger.balance b where b.bucket = p_bucket and b.member_id = p_member for update;
  v_now := clock.now();
  v_epoch := (select g.epoch from ledger.gate g where g.bucket = p_bucket);
  insert into ledger.transfer (bucket, member_id, day, ref, kind, debit, credit, amount, epoch, at)
    values (p_bucket, p_member, p_day, p_ref, p_kind::ledger.kind, p_debit::ledger.account,
      p_credit::ledger.account, p_amount, v_epoch, v_now);
  insert into ledger.line_day (bucket, member_id, date, day)
    values (p_bucket, p_member, (v_now at time zone 'UTC')::date, p_day) on conflict do nothing;
  update ledger.balance b set
    available = b.available
      + ledger.delta('available', p_debit::ledger.account, p_credit::ledger.account, p_amount),
    held = b.held + ledger.delta('held', p_debit::ledger.account, p_credit::ledger.account, p_amount),
    play = b.play + ledger.delta('play', p_debit::ledger.account, p_credit::ledger.account, p_amount),
    cash = b.cash + ledger.delta('cash', p_debit::ledger.account, p_credit::ledger.account, p_amount),
    sales = b.sales + ledger.delta('sales', p_debit::ledger.account, p_credit::ledger.account, p_amount),
    correction = b.correction
      + ledger.delta('correction', p_debit::ledger.account, p_credit::ledger.account, p_amount),
    issue = b.issue + ledger.delta('issue', p_debit::ledger.account, p_credit::ledger.account, p_amount),
    version = b.version + 1
  where b.bucket = p_bucket and b.member_id = p_member;
  get diagnostics v_count = row_count;
  if v_count <> 1 then
    raise exception 'ledger.post_one: a member without a balance row' using errcode = 'TC001';
  end if;
end $$;

-- Whether just this transfer is posted.
create function ledger.is_posted(
  p_bucket smallint, p_member uuid, p_day date, p_ref uuid, p_kind text, p_amount bigint
) returns boolean language sql stable as $$
  select exists (
    select 1 from ledger.transfer t
    where t.bucket = p_bucket and t.member_id = p_member and t.day = p_day and t.ref = p_ref
      and t.kind = p_kind::ledger.kind and t.amount = p_amount) $$;

-- Whether a sum is set aside for a withdrawal, and its hold has not ended.
create function ledger.is_held(p_bucket smallint, p_member uuid, p_day date, p_id uuid, p_amount bigint)
returns boolean language sql stable as $$
  select exists (
      select 1 from ledger.hold h
      where h.bucket = p_bucket and h.member_id = p_member and h.id = p_id and h.day = p_day and h.amount = p_amount
        and h.purpose = 'withdrawal')
    and ledger.is_posted(p_bucket, p_member, p_day, p_id, 'hold', p_amount)
    and not exists (
      select 1 from ledger.transfer t
      where t.bucket = p_bucket and t.member_id = p_member and t.day = p_day and t.ref = p_id
        and t.kind in ('post', 'release')) $$;

-- Registration --------------------------------------------------------------------------------------------------------

-- What a house gives a member to start with, copied to each bucket. Empty in a house for real money.
create table members.start_grant (
  bucket smallint primary key check (bucket between 0 and 255),
  amount bigint not null check (amount > 0)
);

-- Copies it from the house, whose amount never changes. Executed by whoever founds the house.
create function members.note_start_grant() returns void language sql security definer
set search_path to pg_catalog, pg_temp as $$
  insert into members.start_grant (bucket, amount)
  select b::smallint, h.starting_credits from generate_series(0, 255) b cross join house.house h
  where h.mode = 'play' and h.starting_credits > 0
  on conflict do nothing $$;
select members.note_start_grant();

-- grant ↔ registration: once for a member, whenever. Executed by `api`.
create function members.grant_start(p_bucket smallint, p_member uuid) returns void
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_day date;
  v_amount bigint;
  v_issue bigint;
begin
  v_day := (select (m.created_at at time zone 'UTC')::date from members.member m
    where m.bucket = p_bucket and m.member_id = p_member);
  if v_day is null then
    raise exception 'members.grant_start: no such member' using errcode = 'TC001';
  end if;
  v_amount := (select g.amount from members.start_grant g where g.bucket = p_bucket);
  if v_amount is null then
    return;
  end if;
  select b.issue into v_issue from ledger.balance b
    where b.bucket = p_bucket and b.member_id = p_member for update;
  if v_issue is distinct from 0 then
    raise exception 'members.grant_start: granted before, or no balance row' using errcode = 'TC001';
  end if;
  perform ledger.post_one(p_bucket, p_member, v_day, p_member, 'grant', 'issue', 'available', v_amount);
end $$;

-- Staff ---------------------------------------------------------------------------------------------------------------

-- How many different people of these work here in the role; as one of two, only those whom nobody has let in, moved or
-- given a second factor within seven days.
create function staff.counts(p_staff uuid[], p_role text, p_as_one_of_two boolean) returns integer
language sql stable as $$
  select count(*)::integer from staff.account a
  where a.id = any (p_staff) and a.role = p_role and a.disabled_at is null
    and (p_as_one_of_two is false or coalesce(a.handed_at + interval '7 days' <= clock.now(), true)) $$;

-- From which amount on a decision about money takes two people; null before the house has a rule.
create function payments.two_people_from() returns bigint language sql stable as $$
  select r.two_people_from from payments.rule r where r.from_at <= clock.now() order by r.version desc limit 1 $$;

-- Withdrawals ---------------------------------------------------------------------------------------------------------

-- Whether the provider said so: `paid-in` and `paid-out` by amount and currency, too.
create function payments.is_said(
  p_provider text, p_event text, p_kind text, p_reference uuid, p_amount bigint, p_currency text
) returns boolean language sql stable as $$
  select exists (
    select 1 from payments.provider_event e
    where e.provider = p_provider and e.event_id = p_event and e.body ->> 'kind' = p_kind
      and e.body ->> 'reference' = p_reference::text
      and (p_kind not in ('paid-in', 'paid-out')
        or (e.body ->> 'amount' = p_amount::text and e.body ->> 'currency' = p_currency))) $$;

-- hold ↔ withdrawal that was just submitted. Executed by `api`, and by `jobs` for members who leave.
create function payments.hold_withdrawal(p_bucket smallint, p_member uuid, p_id uuid) returns void
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_day date;
  v_amount bigint;
  v_state text;
  v_currency text;
begin
  select w.day, w.amount, w.state, w.currency into v_day, v_amount, v_state, v_currency from payments.withdrawal w
    where w.bucket = p_bucket and w.member_id = p_member and w.id = p_id for update;
  -- Another currency would be paid out by the provider, and held by its number alone.
  if (v_state in ('in-review', 'approved') and payments.is_house_currency(v_currency)) is not true then
    raise exception 'payments.hold_withdrawal: no such withdrawal, or it has ended' using errcode = 'TC001';
  end if;
  -- One that was held before, also if that hold has ended, meets its key.
  insert into ledger.hold (bucket, member_id, id, day, amount, purpose, at)
    values (p_bucket, p_member, p_id, v_day, v_amount, 'withdrawal', clock.now());
  perform ledger.post_one(p_bucket, p_member, v_day, p_id, 'hold', 'available', 'held', v_amount);
end $$;

-- No money moves. Executed by `api`, and by `jobs` for reviews that are overdue.
create function payments.approve_withdrawal(p_bucket smallint, p_member uuid, p_id uuid) returns void
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_now timestamptz := clock.now();
  v_count integer;
begin
  update payments.withdrawal w set state = 'approved', approved_at = v_now, next_at = v_now
    where w.bucket = p_bucket and w.member_id = p_member and w.id = p_id and w.state = 'in-review';
  get diagnostics v_count = row_count;
  if v_count <> 1 then
    raise exception 'payments.approve_withdrawal: no such withdrawal in review' using errcode = 'TC001';
  end if;
end $$;

-- release ↔ withdrawal in review, which two people refuse for one reason. Executed by `api`.
create function payments.refuse_withdrawal(
  p_bucket smallint, p_member uuid, p_id uuid, p_reason text, p_words text
) returns void language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_now timestamptz := clock.now();
  v_day date;
  v_amount bigint;
  v_state text;
  v_staff uuid[];
begin
  select w.day, w.amount, w.state into v_day, v_amount, v_state from payments.withdrawal w
    where w.bucket = p_bucket and w.member_id = p_member and w.id = p_id for update;
  v_staff := array(
    select r.staff_id from payments.withdrawal_review r
    where r.bucket = p_bucket and r.member_id = p_member and r.withdrawal_id = p_id
      and r.verdict = 'refuse' and r.reason = p_reason);
  if (v_state = 'in-review' and num_nulls(p_reason, p_words) = 0 and staff.counts(v_staff, 'finance', true) >= 2
      and ledger.is_held(p_bucket, p_member, v_day, p_id, v_amount)) is not true then
    raise exception 'payments.refuse_withdrawal: not in review, or not refused by two people'
      using errcode = 'TC001';
  end if;
  update payments.withdrawal w
    set state = 'refused', ended_at = v_now, refusal_reason = p_reason, refusal_words = p_words
    where w.bucket = p_bucket and w.member_id = p_member and w.id = p_id;
  perform ledger.post_one(p_bucket, p_member, v_day, p_id, 'release', 'held', 'available', v_amount);
end $$;

-- The provider has it. No money moves. Executed by `jobs`.
create function payments.note_sent(
  p_bucket smallint, p_member uuid, p_id uuid, p_provider_ref text, p_next_at timestamptz
) returns void language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_count integer;
begin
  update payments.withdrawal w set state = 'sent', provider_ref = p_provider_ref, tries = 0, next_at = p_next_at
    where w.bucket = p_bucket and w.member_id = p_member and w.id = p_id and w.state = 'approved'
      and num_nulls(p_provider_ref, p_next_at) = 0;
  get diagnostics v_count = row_count;
  if v_count <> 1 then
    raise exception 'payments.note_sent: no such withdrawal on its way' using errcode = 'TC001';
  end if;
end $$;

-- post ↔ withdrawal that the provider has paid out. Executed by `jobs`.
create function payments.book_payout(p_bucket smallint, p_member uuid, p_id uuid, p_event text) returns void
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_now timestamptz := clock.now();
  v_day date;
  v_amount bigint;
  v_currency text;
  v_provider text;
  v_state text;
begin
  select w.day, w.amount, w.currency, w.provider, w.state into v_day, v_amount, v_currency, v_provider, v_state
    from payments.withdrawal w where w.bucket = p_bucket and w.member_id = p_member and w.id = p_id for update;
  if (v_state in ('approved', 'sent') and ledger.is_held(p_bucket, p_member, v_day, p_id, v_amount)
      and payments.is_said(v_provider, p_event, 'paid-out', p_id, v_amount, v_currency)) is not true then
    raise exception 'payments.book_payout: not on its way, or nobody says that it was paid' using errcode = 'TC001';
  end if;
  update payments.withdrawal w set state = 'paid', ended_at = v_now, next_at = null
    where w.bucket = p_bucket and w.member_id = p_member and w.id = p_id;
  perform ledger.post_one(p_bucket, p_member, v_day, p_id, 'post', 'held', 'cash', v_amount);
end $$;

-- release ↔ withdrawal that the provider will not pay. Executed by `jobs`.
create function payments.fail_payout(p_bucket smallint, p_member uuid, p_id uuid, p_event text) returns void
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_now timestamptz := clock.now();
  v_day date;
  v_amount bigint;
  v_provider text;
  v_state text;
begin
  select w.day, w.amount, w.provider, w.state into v_day, v_amount, v_provider, v_state
    from payments.withdrawal w where w.bucket = p_bucket and w.member_id = p_member and w.id = p_id for update;
  if (v_state in ('approved', 'sent') and ledger.is_held(p_bucket, p_member, v_day, p_id, v_amount)
      and payments.is_said(v_provider, p_event, 'failed', p_id, null, null)) is not true then
    raise exception 'payments.fail_payout: not on its way, or nobody says that it failed' using errcode = 'TC001';
  end if;
  update payments.withdrawal w set state = 'failed', ended_at = v_now, next_at = null
    where w.bucket = p_bucket and w.member_id = p_member and w.id = p_id;
  perform ledger.post_one(p_bucket, p_member, v_day, p_id, 'release', 'held', 'available', v_amount);
end $$;

-- bounce ↔ withdrawal that a bank sent back; posts its hold first where nobody has told of the payment. Executed by
-- `jobs`.
create function payments.return_payout(p_bucket smallint, p_member uuid, p_id uuid, p_event text) returns void
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_now timestamptz := clock.now();
  v_day date;
  v_amount bigint;
  v_provider text;
  v_state text;
begin
  select w.day, w.amount, w.provider, w.state into v_day, v_amount, v_provider, v_state
    from payments.withdrawal w where w.bucket = p_bucket and w.member_id = p_member and w.id = p_id for update;
  if (v_state in ('approved', 'sent', 'paid')
      and payments.is_said(v_provider, p_event, 'returned', p_id, null, null)
      and case when v_state = 'paid' then ledger.is_posted(p_bucket, p_member, v_day, p_id, 'post', v_amount)
        else ledger.is_held(p_bucket, p_member, v_day, p_id, v_amount) end) is not true then
    raise exception 'payments.return_payout: never sent, or nobody says that it came back' using errcode = 'TC001';
  end if;
  update payments.withdrawal w set state = 'returned', ended_at = v_now, next_at = null
    where w.bucket = p_bucket and w.member_id = p_member and w.id = p_id;
  if v_state <> 'paid' then
    perform ledger.post_one(p_bucket, p_member, v_day, p_id, 'post', 'held', 'cash', v_amount);
  end if;
  perform ledger.post_one(p_bucket, p_member, v_day, p_id, 'bounce', 'cash', 'available', v_amount);
end $$;

-- Payments ------------------------------------------------------------------------------------------------------------

create function payments.is_house_currency(p_currency text) returns boolean language sql stable as $$
  select exists (select 1 from house.house h where h.currency = p_currency) $$;

-- Whether the house knows a provider's payment by this row.
create function payments.is_claimed(p_provider text, p_provider_ref text, p_id uuid) returns boolean
language sql stable as $$
  select exists (
    select 1 from payments.payment_claim c
    where c.provider = p_provider and c.provider_ref = p_provider_ref and c.payment_id = p_id) $$;

-- Whether a payment is in the balance, as a top-up or by people.
create function payments.is_credited(p_bucket smallint, p_member uuid, p_day date, p_id uuid) returns boolean
language sql stable as $$
  select exists (
    select 1 from ledger.transfer t
    where t.bucket = p_bucket and t.member_id = p_member and t.day = p_day and t.ref = p_id
      and t.kind in ('top-up', 'correction')) $$;

-- top-up ↔ payment of just what its top-up asked for, as the provider said. Executed by `jobs`.
create function payments.credit_payment(p_bucket smallint, p_member uuid, p_id uuid, p_event text) returns void
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
      and not payments.is_credited(p_bucket, p_member, v_day, p_id)
      and exists (
        select 1 from payments.top_up u
        where u.bucket = p_bucket and u.member_id = p_member and u.id = v_top_up and u.provider = v_provider
          and u.amount = v_amount and u.currency = v_currency)) is not true then
    raise exception 'payments.credit_payment: no such payment, or nobody says that it was paid'
      using errcode = 'TC001';
  end if;
  perform ledger.post_one(p_bucket, p_member, v_day, p_id, 'top-up', 'cash', 'available', v_amount);
end $$;

-- correction ↔ payment in review that people decided to credit: two, from the amount on that the rule names. Executed
-- by `api`.
create function payments.credit_in_review(p_bucket smallint, p_member uuid, p_id uuid) returns void
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_now timestamptz := clock.now();
  v_day date;
  v_amount bigint;
  v_currency text;
  v_state text;
  v_staff uuid[];
  v_two boolean;
begin
  select p.day, p.amount, p.currency, p.state into v_day, v_amount, v_currency, v_state from payments.payment p
    where p.bucket = p_bucket and p.member_id = p_member and p.id = p_id for update;
  v_staff := array(
    select r.staff_id from payments.payment_review r
    where r.bucket = p_bucket and r.member_id = p_member and r.payment_id = p_id and r.verdict = 'credit');
  v_two := v_amount >= coalesce(payments.two_people_from(), 0);
  if (v_state = 'review' and payments.is_house_currency(v_currency)
      and staff.counts(v_staff, 'finance', v_two) >= case when v_two then 2 else 1 end
      and not payments.is_credited(p_bucket, p_member, v_day, p_id)) is not true then
    raise exception 'payments.credit_in_review: not in review, or not decided by enough people'
      using errcode = 'TC001';
  end if;
  update payments.payment p set state = 'credited', ended_at = v_now
    where p.bucket = p_bucket and p.member_id = p_member and p.id = p_id;
  perform ledger.post_one(p_bucket, p_member, v_day, p_id, 'correction', 'cash', 'available', v_amount);
end $$;

-- Sends a payment in review back to who paid it, because one of the staff says so or its time is over: from here on it
-- cannot be credited. No money of a member moves. Executed by `api` and `jobs`.
create function payments.refund_in_review(p_bucket smallint, p_member uuid, p_id uuid) returns void
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_now timestamptz := clock.now();
  v_day date;
  v_state text;
  v_due boolean;
  v_staff uuid[];
begin
  select p.day, p.state, p.next_at <= v_now into v_day, v_state, v_due from payments.payment p
    where p.bucket = p_bucket and p.member_id = p_member and p.id = p_id for update;
  v_staff := array(
    select r.staff_id from payments.payment_review r
    where r.bucket = p_bucket and r.member_id = p_member and r.payment_id = p_id and r.verdict = 'refund');
  if (v_state = 'review' and (v_due or staff.counts(v_staff, 'finance', false) >= 1)
      and not payments.is_credited(p_bucket, p_member, v_day, p_id)) is not true then
    raise exception 'payments.refund_in_review: not in review, or nobody decided it' using errcode = 'TC001';
  end if;
  update payments.payment p set state = 'refunding', next_at = v_now
    where p.bucket = p_bucket and p.member_id = p_member and p.id = p_id;
end $$;

-- Corrections ---------------------------------------------------------------------------------------------------------

-- Whether two different people of finance decided just this, and no other correction has its reference.
create function payments.is_agreed(
  p_id uuid, p_member uuid, p_direction text, p_amount bigint, p_reference text, p_proposed_by uuid,
  p_confirmed_by uuid
) returns boolean language sql stable as $$
  select exists (
    select 1 from staff.proposal p
    where p.id = p_id and p.what = 'correction' and p.decision = 'confirmed'
      and p.proposed_by = p_proposed_by and p.decided_by = p_confirmed_by and p.proposed_by <> p.decided_by
      and p.body ->> 'memberId' = p_member::text and p.body ->> 'direction' = p_direction
      and p.body ->> 'amountMinor' = p_amount::text and p.body ->> 'reference' = p_reference
      and staff.counts(array[p.proposed_by, p.decided_by], 'finance', true) = 2)
    and exists (
      select 1 from payments.correction_claim c where c.reference = lower(p_reference) and c.correction_id = p_id) $$;

-- correction ↔ decision of two people. The id is the proposal's. Executed by `api`.
create function payments.correct_balance(
  p_bucket smallint, p_member uuid, p_id uuid, p_direction text, p_amount bigint, p_reference text,
  p_proposed_by uuid, p_confirmed_by uuid
) returns timestamptz language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_now timestamptz;
  v_day date;
begin
  if (num_nulls(p_bucket, p_member) = 0 and payments.is_agreed(
      p_id, p_member, p_direction, p_amount, p_reference, p_proposed_by, p_confirmed_by)) is not true then
    raise exception 'payments.correct_balance: not decided by two people' using errcode = 'TC001';
  end if;
  v_now := clock.now();
  v_day := (v_now at time zone 'UTC')::date;
  -- Its key keeps a decision from being carried out twice, on whatever day.
  insert into payments.correction (
      bucket, member_id, id, day, direction, amount, reference, proposed_by, confirmed_by, at)
    values (p_bucket, p_member, p_id, v_day, p_direction, p_amount, p_reference, p_proposed_by, p_confirmed_by, v_now);
  perform ledger.post_one(p_bucket, p_member, v_day, p_id, 'correction',
    case p_direction when 'to-member' then 'correction' when 'from-member' then 'available' end,
    case p_direction when 'to-member' then 'available' when 'from-member' then 'correction' end, p_amount);
  return v_now;
end $$;

-- Films ---------------------------------------------------------------------------------------------------------------

-- Whether a title is on sale at just this.
create function video.is_on_sale(p_title uuid, p_price bigint, p_hours integer) returns boolean
language sql stable as $$
  select exists (
    select 1 from video.title t
    where t.id = p_title and t.access = 'bought' and t.price = p_price and t.hours = p_hours
      and t.published_at is not null and t.withdrawn_at is null) $$;

-- purchase ↔ purchase: the row and its price are there together. Executed by `api`.
create function video.buy_title(
  p_bucket smallint, p_member uuid, p_id uuid, p_title uuid, p_day date, p_price bigint, p_hours integer
) returns void language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_now timestamptz := clock.now();
begin
  if (num_nulls(p_bucket, p_member, p_id, p_day) = 0 and video.is_on_sale(p_title, p_price, p_hours)) is not true then
    raise exception 'video.buy_title: not on sale at this price' using errcode = 'TC001';
  end if;
  insert into video.purchase (bucket, member_id, id, title_id, day, price, at, until)
    values (p_bucket, p_member, p_id, p_title, p_day, p_price, v_now, v_now + p_hours * interval '1 hour');
  perform ledger.post_one(p_bucket, p_member, p_day, p_id, 'purchase', 'available', 'sales', p_price);
end $$;

-- Whether one of finance may give a price back: alone below the amount that the rule names, else by a proposal of
-- somebody else that they confirmed.
create function video.is_refund_agreed(p_id uuid, p_price bigint, p_staff uuid) returns boolean
language sql stable as $$
  select staff.counts(array[p_staff], 'finance', false) = 1
    and (p_price < payments.two_people_from() or exists (
      select 1 from staff.proposal p
      where p.what = 'purchase-refund' and p.subject = 'purchase/' || p_id and p.decision = 'confirmed'
        and p.decided_by = p_staff and p.proposed_by <> p.decided_by and p.body ->> 'priceMinor' = p_price::text
        and staff.counts(array[p.proposed_by, p.decided_by], 'finance', true) = 2)) $$;

-- Whether the house took a title away, itself or with its class, while the time of a purchase still ran, and left it
-- away for ten minutes.
create function video.is_gone(p_title uuid, p_until timestamptz) returns boolean language sql stable as $$
  select exists (
    select 1 from (
      select least(t.withdrawn_at,
        case when c.hidden_at is not null then greatest(c.hidden_at, t.class_since) end) as gone_at
      from video.title t join video.class c on c.id = t.class_id where t.id = p_title
    ) g
    where g.gone_at < clock.now() - interval '10 minutes' and p_until > g.gone_at) $$;

-- Gives the price of a purchase back, once. Executed by no role.
create function video.give_back(p_bucket smallint, p_member uuid, p_id uuid, p_staff uuid) returns void
language plpgsql set search_path to pg_catalog, pg_temp as $$
declare
  v_now timestamptz := clock.now();
  v_day date;
  v_price bigint;
begin
  select p.day, p.price into v_day, v_price from video.purchase p
    where p.bucket = p_bucket and p.member_id = p_member and p.id = p_id and p.refunded_at is null for update;
  if ledger.is_posted(p_bucket, p_member, v_day, p_id, 'purchase', v_price) is not true then
    raise exception 'video.give_back: no such purchase, or given back before' using errcode = 'TC001';
  end if;
  update video.purchase p set refunded_at = v_now, refunded_by = p_staff
    where p.bucket = p_bucket and p.member_id = p_member and p.id = p_id;
  perform ledger.post_one(p_bucket, p_member, (v_now at time zone 'UTC')::date, p_id, 'purchase-refund',
    'sales', 'available', v_price);
end $$;

-- purchase-refund ↔ decision of the staff. Executed by `api`.
create function video.refund_purchase(p_bucket smallint, p_member uuid, p_id uuid, p_staff uuid) returns void
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_price bigint := (select p.price from video.purchase p
    where p.bucket = p_bucket and p.member_id = p_member and p.id = p_id);
begin
  if video.is_refund_agreed(p_id, v_price, p_staff) is not true then
    raise exception 'video.refund_purchase: not decided by enough people' using errcode = 'TC001';
  end if;
  perform video.give_back(p_bucket, p_member, p_id, p_staff);
end $$;

-- purchase-refund ↔ title that the house took away. Executed by `jobs`.
create function video.refund_withdrawn(p_bucket smallint, p_member uuid, p_id uuid) returns void
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_title uuid;
  v_until timestamptz;
begin
  select p.title_id, p.until into v_title, v_until from video.purchase p
    where p.bucket = p_bucket and p.member_id = p_member and p.id = p_id;
  if video.is_gone(v_title, v_until) is not true then
    raise exception 'video.refund_withdrawn: the title is not gone' using errcode = 'TC001';
  end if;
  perform video.give_back(p_bucket, p_member, p_id, null);
end $$;

-- safe: only the owner calls it
alter function ledger.post(
  smallint[], uuid[], date[], uuid[], ledger.kind[], ledger.account[], ledger.account[], bigint[]) security invoker;
-- safe: they run inside functions of the owner alone
alter function ledger.write(
  smallint[], uuid[], date[], uuid[], ledger.kind[], ledger.account[], ledger.account[], bigint[]) security invoker;
-- safe: for the same reason
alter function ledger.write_stakes(smallint[], uuid[], date, uuid[], bigint[]) security invoker;
drop policy correction_add on payments.correction;
drop policy purchase_add on video.purchase;
drop policy purchase_refund on video.purchase;
-- contract: nothing but those policies asked it
drop function video.is_posted(smallint, uuid, date, uuid, ledger.kind, bigint);
