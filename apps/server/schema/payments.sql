-- payments

create schema payments;

-- Banks that members choose from.
create table payments.bank (
  code text not null,
  name text not null,
  country text not null,
  "position" smallint not null,
  primary key (code),
  constraint bank_country_check check (country ~ '^[A-Z]{2}$')
);

-- Corrections of balances. `id` is the id of the proposal and of the posting. `reference` is the subject: the leaf of
-- a lost slip, a provider's payment, or a withdrawal.
create table payments.correction (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  day date not null,
  direction text not null,
  amount bigint not null,
  reference text not null,
  proposed_by uuid not null,
  confirmed_by uuid not null,
  at timestamptz not null,
  primary key (bucket, member_id, id),
  constraint correction_amount_check check (amount > 0),
  constraint correction_check check (confirmed_by <> proposed_by),
  constraint correction_direction_check check (direction in ('to-member', 'from-member'))
);
alter table payments.correction enable row level security;
create policy correction_read on payments.correction for select using (true);

-- Claims of references: the house corrects a reference once, for one member. References are compared in lower case.
create table payments.correction_claim (
  reference text not null,
  correction_id uuid not null,
  primary key (reference),
  constraint correction_claim_reference_check check (reference = lower(reference))
);

-- Legal holds: an authority's order to keep a member's money in the house. Two people enter it; it expires
-- automatically.
create table payments.legal_hold (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  authority text not null,
  reference text not null,
  proposed_by uuid not null,
  confirmed_by uuid,
  proposed_at timestamptz not null default clock.now(),
  from_at timestamptz,
  expires_at timestamptz not null,
  lifted_at timestamptz,
  -- Reason of the proposal, for the second person.
  why text,
  -- MAC of the decision, under a key that is not in the database (src/crypto/row-macs.ts). A row without a valid MAC
  -- has no effect.
  mac text,
  confirmed_mac text,
  primary key (bucket, member_id, id),
  constraint legal_hold_begins check ((confirmed_by is null) = (from_at is null)),
  constraint legal_hold_check check (confirmed_by <> proposed_by),
  constraint legal_hold_ends check (expires_at <= (proposed_at + interval '90 days'))
);
-- For the list of pending and active holds, newest first.
create index legal_hold_open on payments.legal_hold (id desc) where lifted_at is null;
create index legal_hold_proposed on payments.legal_hold (proposed_at)
  where confirmed_by is null and lifted_at is null;
alter table payments.legal_hold enable row level security;
create policy hold_add on payments.legal_hold for insert
  with check ((confirmed_by is null and lifted_at is null and (exists (select from staff.account a
  where (a.id = legal_hold.proposed_by)))));
create policy hold_change on payments.legal_hold for update using (lifted_at is null)
  with check ((confirmed_by is null or (exists (select from staff.account a
  where (a.id = legal_hold.confirmed_by)))));
create policy hold_read on payments.legal_hold for select using (true);

-- Cards and accounts for payouts. A member has one active payee, and at most one that waits to replace it. The old one
-- ends when the new one becomes active. `encrypted` has the card token or IBAN, and the phone, encrypted under the key
-- `key_id` and bound to the row.
create table payments.payee (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  kind text not null,
  bank_code text not null,
  holder text not null,
  masked text not null,
  phone_masked text not null,
  brand text,
  provider text not null,
  encrypted bytea not null,
  key_id text not null,
  bound_at timestamptz not null,
  active_at timestamptz not null,
  ended_at timestamptz,
  primary key (bucket, member_id, id),
  constraint payee_kind_check check (kind in ('card', 'iban'))
);
create index payee_key on payments.payee (key_id);
-- Staff search for a member by the last four digits.
create index payee_last_four on payments.payee (right(masked, 4), bound_at);
-- One card or account at a time.
create unique index payee_one on payments.payee (bucket, member_id) where ended_at is null;

-- Permits to add another card or account, granted by support at the member's request.
create table payments.payee_permit (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  granted_by uuid not null,
  at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (bucket, member_id, id)
);

-- Payments that a provider reports as taken. Each ends credited or refunded. A payment that matches its top-up is
-- credited at once. Staff review any other; it is refunded when the review times out.
create table payments.payment (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  top_up_id uuid not null,
  day date not null,
  provider text not null,
  provider_ref text not null,
  amount bigint not null,
  currency text not null,
  state text not null,
  -- Why it was not credited at once: see `ReviewReason` in `payment-rows.ts`.
  reason text,
  -- The payer's name, where it differs from the member's.
  payer text,
  at timestamptz not null,
  ended_at timestamptz,
  -- Refund requests sent to the provider so far. `next_at` is the next request; in review, the time of the automatic
  -- refund.
  attempts smallint not null default 0,
  next_at timestamptz not null,
  -- Reference of the current refund; null: the payment's own id. A refund that failed or came back needs a new
  -- reference, because a provider executes each reference once.
  refund_ref uuid,
  primary key (bucket, member_id, id),
  constraint payment_amount_check check (amount > 0),
  constraint payment_state_check check (state in ('credited', 'review', 'refunding', 'refunded'))
) with (fillfactor=80);
create index payment_credited on payments.payment (ended_at) where state = 'credited';
-- For staff lists, by time and by amount.
create index payment_of_state on payments.payment (state, at, id);
create index payment_of_state_by_amount on payments.payment (state, amount, id);
create index payment_of_top_up on payments.payment (bucket, member_id, top_up_id);
-- A top-up is credited automatically at most once.
create unique index payment_once on payments.payment (bucket, member_id, top_up_id) where reason is null;
create index payment_open on payments.payment (next_at) where state in ('review', 'refunding');

-- Maps a provider's payment to its one `payment` row, for any number of messages about it.
create table payments.payment_claim (
  provider text not null,
  provider_ref text not null,
  payment_id uuid not null,
  primary key (provider, provider_ref)
);

-- Verdicts of staff on a payment in review. Crediting it is a correction, which takes two people above a threshold.
create table payments.payment_review (
  bucket smallint not null,
  member_id uuid not null,
  payment_id uuid not null,
  id uuid not null,
  staff_id uuid not null,
  verdict text not null,
  why text not null,
  at timestamptz not null,
  mac text,
  primary key (bucket, member_id, payment_id, id),
  constraint payment_review_verdict_check check (verdict in ('credit', 'refund'))
);

-- The current fault of payouts, in addition to the switch and its entry in the book. It also stops top-ups and
-- purchases while nothing may be written to the book.
create table payments.payout_health (
  one boolean not null default true,
  fault text,
  primary key (one),
  constraint payout_health_fault_check check (fault in ('payouts-failing', 'payouts-slow')),
  constraint payout_health_one_check check (one)
);

-- Payout outcomes, from which the health of payouts is computed: `paid`, `failed` (by the bank), `error` (the provider
-- was unreachable or refused).
create table payments.payout_outcome (
  bucket smallint not null,
  member_id uuid not null,
  withdrawal_id uuid not null,
  id uuid not null,
  outcome text not null,
  at timestamptz not null,
  primary key (bucket, member_id, withdrawal_id, id),
  constraint payout_outcome_outcome_check check (outcome in ('paid', 'failed', 'error'))
);
create index payout_outcome_at on payments.payout_outcome (at desc);

-- Webhook messages as received. `encrypted` has the headers and the body, encrypted for this row; empty once it is no
-- longer kept. `outcome`:
-- - `verified`: the signature is valid and the events are stored.
-- - `not-signed`: no valid signature; nothing follows. Retried for a day, in case a process lacked a secret or a key.
create table payments.provider_message (
  id uuid not null,
  provider text not null,
  received_at timestamptz not null default clock.now(),
  encrypted bytea not null,
  key_id text not null,
  attempts smallint not null default 0,
  next_at timestamptz not null default clock.now(),
  handled_at timestamptz,
  outcome text,
  primary key (id),
  constraint provider_message_check check (handled_at is null or outcome is not null),
  constraint provider_message_outcome_check check (outcome in ('verified', 'not-signed'))
) with (fillfactor=70);
create index provider_message_kept on payments.provider_message (handled_at) where key_id <> '';
create index provider_message_open on payments.provider_message (next_at) where handled_at is null;
create index provider_message_unsigned on payments.provider_message (received_at) where outcome = 'not-signed';

-- Provider events, each stored once. Handling follows later; a job retries events that are not handled.
create table payments.provider_event (
  provider text not null,
  event_id text not null,
  received_at timestamptz not null,
  body jsonb not null,
  attempts smallint not null default 0,
  next_at timestamptz not null,
  handled_at timestamptz,
  outcome text,
  -- The message that contained the event. Null: the provider's answer when polled. Written by `jobs` only.
  message_id uuid,
  primary key (provider, event_id),
  foreign key (message_id) references payments.provider_message(id)
) with (fillfactor=70);
create index provider_event_astray on payments.provider_event (handled_at)
  where outcome in ('unknown-reference', 'other-sum', 'contradicted', 'credited-before', 'bad-amount',
  'capture-failed', 'charged-back', 'refund-failed');
create index provider_event_of_reference on payments.provider_event (((body ->> 'reference')));
create index provider_event_open on payments.provider_event (next_at) where handled_at is null;
create index provider_event_unsigned on payments.provider_event (handled_at) where outcome = 'not-signed';

-- Owner of an id that providers know: of a top-up, a withdrawal or a payment.
create table payments.reference (
  id uuid not null,
  bucket smallint not null,
  member_id uuid not null,
  what text not null,
  primary key (id),
  constraint reference_what_check check (what in ('top-up', 'withdrawal', 'payment'))
);

-- Rules of top-ups and withdrawals; amounts in minor units. The last version whose `from_at` has come is in force. A
-- stricter rule is in the book for seven days before it applies. A member may always withdraw the whole balance.
create table payments.rule (
  version integer not null,
  withdrawal_min bigint not null,
  withdrawal_max bigint not null,
  withdrawals_per_day smallint not null,
  -- From `review_from` on, one person reviews a withdrawal. From `two_people_from` on, decisions take two people.
  review_from bigint not null,
  two_people_from bigint not null,
  top_up_min bigint not null,
  top_up_max bigint not null,
  -- Per member in 24 hours; null: the house sets no cap.
  top_up_day_max bigint,
  usual_seconds integer not null,
  fastest_seconds integer not null,
  from_at timestamptz not null,
  proposal_id uuid,
  primary key (version),
  constraint rule_check check (withdrawal_max >= withdrawal_min and top_up_max >= top_up_min),
  constraint rule_withdrawal_min_check check (withdrawal_min > 0),
  constraint rule_withdrawals_per_day_check check (withdrawals_per_day >= 1),
  constraint smallest_payout_at_most_smallest_top_up check (withdrawal_min <= top_up_min)
);
create unique index rule_proposal on payments.rule (proposal_id);

-- Top-ups that members started. A payment of the provider credits one.
create table payments.top_up (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  day date not null,
  amount bigint not null,
  currency text not null,
  provider text not null,
  state text not null,
  -- Reference and address of the provider's checkout page.
  checkout_ref text,
  checkout_url text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- When to poll the provider next, in case its message was lost.
  next_at timestamptz not null,
  primary key (bucket, member_id, id),
  constraint top_up_amount_check check (amount > 0),
  constraint top_up_state_check check (state in ('created', 'pending', 'review', 'credited', 'refunded', 'failed',
    'expired'))
) with (fillfactor=80);
create index top_up_by_time on payments.top_up (bucket, member_id, created_at desc, id desc);
create index top_up_open on payments.top_up (next_at) where state in ('created', 'pending');

-- State changes of a top-up, in order, for the member's timeline.
create table payments.top_up_event (
  bucket smallint not null,
  member_id uuid not null,
  top_up_id uuid not null,
  id uuid not null,
  state text not null,
  at timestamptz not null,
  primary key (bucket, member_id, top_up_id, id)
);

-- Withdrawals. The ledger's hold has the same id. Only `write_withdrawal` adds rows.
create table payments.withdrawal (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  day date not null,
  amount bigint not null,
  currency text not null,
  payee_id uuid not null,
  provider text not null,
  -- `approved`: queued for the provider. `sent`: the provider has it.
  state text not null,
  -- The last withdrawal of a member who closes their account.
  closing boolean not null default false,
  submitted_at timestamptz not null,
  -- When a review approves automatically; null: no review.
  review_due_at timestamptz,
  approved_at timestamptz,
  ended_at timestamptz,
  refusal_reason text,
  refusal_words text,
  provider_ref text,
  -- Reference of the bank or card scheme, by which they trace the payment. Null while the provider named none.
  trace_ref text,
  -- Attempts to send it, and the time of the next one.
  attempts smallint not null default 0,
  next_at timestamptz,
  primary key (bucket, member_id, id),
  constraint withdrawal_amount_check check (amount > 0),
  constraint withdrawal_review_ends check (review_due_at <= (submitted_at + interval '24:00:00')),
  constraint withdrawal_review_is_due check (state <> 'in-review' or review_due_at is not null),
  constraint withdrawal_state_check check (state in ('in-review', 'approved', 'sent', 'paid', 'refused', 'failed',
    'returned')),
  constraint withdrawal_trace_is_plain check (trace_ref ~ '^[A-Za-z0-9][A-Za-z0-9 ./:_-]{0,63}$')
) with (fillfactor=70);
create index withdrawal_by_amount on payments.withdrawal (amount, id);
create index withdrawal_by_submission on payments.withdrawal (submitted_at);
create index withdrawal_by_trace on payments.withdrawal (trace_ref) where trace_ref is not null;
create index withdrawal_by_time on payments.withdrawal (bucket, member_id, submitted_at desc, id desc);
create index withdrawal_in_review on payments.withdrawal (submitted_at) INCLUDE (review_due_at)
  where state = 'in-review';
-- For staff lists across all members, and for the published number of refusals.
create index withdrawal_of_state on payments.withdrawal (state, submitted_at, id);
create index withdrawal_open on payments.withdrawal (submitted_at) where state in ('in-review', 'approved', 'sent');
create index withdrawal_paid on payments.withdrawal (ended_at) where state = 'paid';
create index withdrawal_refused on payments.withdrawal (ended_at) where state = 'refused';

-- Assignments of withdrawals in review to staff, so that two people do not do the same work. An assignment expires
-- automatically and delays no payment.
create table payments.withdrawal_assignment (
  bucket smallint not null,
  member_id uuid not null,
  withdrawal_id uuid not null,
  staff_id uuid not null,
  at timestamptz not null,
  until_at timestamptz not null,
  primary key (bucket, member_id, withdrawal_id)
);

-- State changes of a withdrawal, in order, for the member's timeline.
create table payments.withdrawal_event (
  bucket smallint not null,
  member_id uuid not null,
  withdrawal_id uuid not null,
  id uuid not null,
  state text not null,
  at timestamptz not null,
  primary key (bucket, member_id, withdrawal_id, id)
);

-- Verdicts of staff on a withdrawal in review. A refusal takes two people.
create table payments.withdrawal_review (
  bucket smallint not null,
  member_id uuid not null,
  withdrawal_id uuid not null,
  id uuid not null,
  staff_id uuid not null,
  verdict text not null,
  reason text,
  words text,
  at timestamptz not null,
  mac text,
  primary key (bucket, member_id, withdrawal_id, id),
  constraint withdrawal_review_verdict_check check (verdict in ('approve', 'refuse'))
);

-- Approves a withdrawal in review; moves no money. Throws TC001 if it is not in review. Executed by `api`, and by
-- `jobs` for overdue reviews.
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

-- Posts the hold of a withdrawal that the provider has paid out. Executed by `jobs`.
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
  -- Rule: approved or sent, with its hold open, and a provider event `paid-out` with the same amount and currency.
  if (v_state in ('approved', 'sent') and ledger.is_held(p_bucket, p_member, v_day, p_id, v_amount)
      and payments.is_said(v_provider, p_event, 'paid-out', p_id, v_amount, v_currency)) is not true then
    raise exception 'payments.book_payout: not on its way, or nobody says that it was paid' using errcode = 'TC001';
  end if;
  update payments.withdrawal w set state = 'paid', ended_at = v_now, next_at = null
    where w.bucket = p_bucket and w.member_id = p_member and w.id = p_id;
  perform ledger.post_one(p_bucket, p_member, v_day, p_id, 'post', 'held', 'cash', v_amount);
end $$;

-- Corrects a balance by a decision of two people. `p_id` is the proposal's id. Returns the time of the correction.
-- Throws TC001 without a matching decision. Executed by `api`.
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
  -- Its primary key keeps a decision from being carried out twice, on any day.
  insert into payments.correction (
      bucket, member_id, id, day, direction, amount, reference, proposed_by, confirmed_by, at)
    values (p_bucket, p_member, p_id, v_day, p_direction, p_amount, p_reference, p_proposed_by, p_confirmed_by, v_now);
  perform ledger.post_one(p_bucket, p_member, v_day, p_id, 'correction',
    case p_direction when 'to-member' then 'correction' when 'from-member' then 'available' end,
    case p_direction when 'to-member' then 'available' when 'from-member' then 'correction' end, p_amount);
  return v_now;
end $$;

-- Credits a payment in review as a correction. Executed by `jobs`.
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
  -- Rule: in review, in the house's currency, not yet credited, and decided by finance staff. One person decides, or
  -- two people from the amount `two_people_from` on.
  if (v_state = 'review' and payments.is_house_currency(v_currency)
      and staff.counts(v_staff, 'finance', v_two) >= case when v_two then 2 else 1 end
      and payments.is_recent(v_day) and not payments.is_credited(p_bucket, p_member, v_day, p_id)) is not true then
    raise exception 'payments.credit_in_review: not in review, or not decided by enough people'
      using errcode = 'TC001';
  end if;
  update payments.payment p set state = 'credited', ended_at = v_now
    where p.bucket = p_bucket and p.member_id = p_member and p.id = p_id;
  perform ledger.post_one(p_bucket, p_member, v_day, p_id, 'correction', 'cash', 'available', v_amount);
end $$;

-- Credits a payment to its top-up. Executed by `jobs`.
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
  -- Rule: the payment matches its top-up in provider, amount and currency, and has no review reason. A provider event
  -- `paid-in` says the same and names the payment. Neither this nor another payment of the top-up is credited yet.
  if (v_state = 'credited' and payments.is_house_currency(v_currency)
      and payments.is_claimed(v_provider, v_provider_ref, p_id)
      and payments.is_said(v_provider, p_event, 'paid-in', v_top_up, v_amount, v_currency)
      and payments.is_named(v_provider, p_event, v_provider_ref)
      and payments.is_recent(v_day) and not payments.is_credited(p_bucket, p_member, v_day, p_id)
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

-- Releases the hold of a withdrawal that the provider will not pay. Executed by `jobs`.
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
  -- Rule: approved or sent, with its hold open, and a provider event `failed`.
  if (v_state in ('approved', 'sent') and ledger.is_held(p_bucket, p_member, v_day, p_id, v_amount)
      and payments.is_said(v_provider, p_event, 'failed', p_id, null, null)) is not true then
    raise exception 'payments.fail_payout: not on its way, or nobody says that it failed' using errcode = 'TC001';
  end if;
  update payments.withdrawal w set state = 'failed', ended_at = v_now, next_at = null
    where w.bucket = p_bucket and w.member_id = p_member and w.id = p_id;
  perform ledger.post_one(p_bucket, p_member, v_day, p_id, 'release', 'held', 'available', v_amount);
end $$;

-- Counts for every process's metrics, without members' data. `payouts`: open withdrawals by state, with the age of the
-- oldest in seconds. `messages`: provider messages and events not yet handled. `unmatched`: events of the last seven
-- days that staff must investigate. `money_in`: whether money in is open.
create function payments.figures(out payouts jsonb, out messages bigint, out unmatched jsonb, out money_in boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select
    (select jsonb_object_agg(p.state, jsonb_build_object('n', p.n, 'oldest', p.oldest)) from (
      select w.state, count(*) as n, extract(epoch from clock.now() - min(w.submitted_at))::float8 as oldest
      from payments.withdrawal w where w.state in ('in-review', 'approved', 'sent') group by w.state) p),
    (select count(*) from payments.provider_event e where e.handled_at is null)
      + (select count(*) from payments.provider_message m where m.handled_at is null),
    (select jsonb_object_agg(o.outcome, o.n) from (
      select e.outcome, count(*) as n from payments.provider_event e
      where e.outcome in ('unknown-reference', 'other-sum', 'contradicted', 'credited-before', 'bad-amount',
          'capture-failed', 'charged-back', 'refund-failed')
        and e.handled_at > clock.now() - interval '7 days'
        and e.body ->> 'kind' not in ('pending', 'declined', 'expired')
      group by e.outcome
      union all
      select 'not-signed', (select count(*) from payments.provider_message m
          where m.outcome = 'not-signed' and m.received_at > clock.now() - interval '7 days')
        + (select count(*) from payments.provider_event e
          where e.outcome = 'not-signed' and e.handled_at > clock.now() - interval '7 days')) o),
    not exists (select 1 from payments.payout_health h where h.fault is not null) and coalesce(
      (select s.open from house.switch s where s.what = 'money-in' order by s.at desc, s.id desc limit 1), true)
$$;

-- Withdraws the whole available balance of a member whose account closes, or who excluded themselves and agreed to be
-- paid out. Throws TC001 for all others, and for another payee than `write_withdrawal` allows. Executed by `api` and
-- `jobs`. `jobs` can close no account, start no such exclusion, and begins no other withdrawal. `p_currency` and
-- `p_state`: as for `write_withdrawal`.
create function payments.hold_final(
  p_bucket smallint, p_member uuid, p_id uuid, p_payee uuid, p_provider text, p_currency text default null,
  p_state text default null
) returns void language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_available bigint;
  v_closes boolean := exists (
    select from members.closure c where c.bucket = p_bucket and c.member_id = p_member);
begin
  if not v_closes and not exists (select from members.exclusion e
      where e.bucket = p_bucket and e.member_id = p_member and e.pays_out
        and not exists (select from members.exclusion_end x
          where x.bucket = p_bucket and x.member_id = p_member
            and x.asked_at >= e.from_at + e.hours * interval '1 hour')) then
    raise exception 'payments.hold_final: the account does not close' using errcode = 'TC001';
  end if;
  select b.available into v_available from ledger.balance b
    where b.bucket = p_bucket and b.member_id = p_member for update;
  perform payments.write_withdrawal(
    p_bucket, p_member, p_id, v_available, p_payee, p_provider, v_closes, p_currency, p_state);
end $$;

-- Withdraws an amount to the member's payee. Throws TC001 as `write_withdrawal` does. Executed by `api`.
create function payments.hold_withdrawal(
  p_bucket smallint, p_member uuid, p_id uuid, p_amount bigint, p_payee uuid, p_provider text,
  p_currency text default null, p_state text default null
) returns void language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
begin
  perform payments.write_withdrawal(
    p_bucket, p_member, p_id, p_amount, p_payee, p_provider, false, p_currency, p_state);
end $$;

-- Whether a payee is the member's own, active, not replaced, and payable by the provider: a card only by the
-- provider that knows it.
create function payments.is_active_payee(p_bucket smallint, p_member uuid, p_id uuid, p_provider text) returns boolean
language sql stable as $$
  select exists (
    select 1 from payments.payee p
    where p.bucket = p_bucket and p.member_id = p_member and p.id = p_id and p.active_at <= clock.now()
      and coalesce(p.ended_at > clock.now(), true) and (p.kind = 'iban' or p.provider = p_provider)) $$;

-- Whether two different people of finance decided exactly this, and no other correction has its reference.
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

-- Whether this row is the house's record of a provider's payment.
create function payments.is_claimed(p_provider text, p_provider_ref text, p_id uuid) returns boolean
language sql stable as $$
  select exists (
    select 1 from payments.payment_claim c
    where c.provider = p_provider and c.provider_ref = p_provider_ref and c.payment_id = p_id) $$;

-- Whether a payment is in the balance, as a top-up or as a correction.
create function payments.is_credited(p_bucket smallint, p_member uuid, p_day date, p_id uuid) returns boolean
language sql stable as $$
  select exists (
    select 1 from ledger.transfer t
    where t.bucket = p_bucket and t.member_id = p_member and t.day = p_day and t.ref = p_id
      and t.kind in ('top-up', 'correction')) $$;

-- Whether a currency is the house's.
create function payments.is_house_currency(p_currency text) returns boolean language sql stable as $$
  select exists (select 1 from house.house h where h.currency = p_currency) $$;

-- Whether an event names a payment by the provider's reference.
create function payments.is_named(p_provider text, p_event text, p_provider_ref text) returns boolean
language sql stable as $$
  select exists (
    select 1 from payments.provider_event e
    where e.provider = p_provider and e.event_id = p_event and e.body ->> 'providerRef' = p_provider_ref) $$;

-- Whether a payment of this day may be credited: one that came in today or within the last 30 days. A review takes
-- three. `jobs` writes the day of a payment, and its transfer keeps that day on every retry. A later day could keep the
-- partition of that day from being created. The reconciliation of new transfers reads no day before the club's first.
create function payments.is_recent(p_day date) returns boolean language sql stable as $$
  select p_day between (clock.now() at time zone 'UTC')::date - 30 and (clock.now() at time zone 'UTC')::date $$;

-- Whether a stored provider event says this: same kind and reference. For `paid-in` and `paid-out`, same amount and
-- currency too.
create function payments.is_said(
  p_provider text, p_event text, p_kind text, p_reference uuid, p_amount bigint, p_currency text
) returns boolean language sql stable as $$
  select exists (
    select 1 from payments.provider_event e
    left join payments.provider_message m on m.id = e.message_id
    where e.provider = p_provider and e.event_id = p_event and e.body ->> 'kind' = p_kind
      and e.body ->> 'reference' = p_reference::text
      -- A `paid-in`, and any event of a message, needs a verified message. Other events without a message are our
      -- polls of the provider (`asked/`) or payouts never sent (`unsent/`).
      and case when p_kind = 'paid-in' or e.message_id is not null then m.outcome = 'verified'
        else p_event like 'asked/%' or p_event like 'unsent/%' end
      and (p_kind not in ('paid-in', 'paid-out')
        or (e.body ->> 'amount' = p_amount::text and e.body ->> 'currency' = p_currency))) $$;

-- Whether a payee may be added. Rule: only a member's first one is active at once. Any other becomes active a day
-- later, so that the member can stop it.
create function payments.may_bind(p_bucket smallint, p_member uuid, p_active_at timestamptz) returns boolean
language sql stable as $$
  select p_active_at >= clock.now() + interval '24 hours' - interval '1 minute'
    or (clock.reads_latest()
      and not exists (select from payments.payee p where p.bucket = p_bucket and p.member_id = p_member)) $$;

-- Whether a rule may be added; `isTooSoon` in payments/rules/rule.ts is the same. Rule: it does not apply before it is
-- published. Its smallest top-up is at most 1,000,000, so the minimum can never lock in a whole balance. It is not
-- stricter than the rules that would otherwise apply in the next seven days. One minute is allowed between reading the
-- clock and writing.
create function payments.may_rule(p payments.rule) returns boolean language sql stable as $$
  select p.top_up_min <= 1000000
    and p.from_at >= clock.now() - interval '1 minute'
    and p.version > coalesce((select max(r.version) from payments.rule r), 0)
    and not exists (
      select from payments.rule r
      where greatest(r.from_at, p.from_at) < clock.now() + interval '7 days' - interval '1 minute'
        and (r.from_at > p.from_at or r.version = (
          select max(f.version) from payments.rule f where f.from_at <= p.from_at))
        and not exists (select from payments.rule n where n.version > r.version and n.from_at <= r.from_at)
        and (p.withdrawal_min > r.withdrawal_min or p.withdrawal_max < r.withdrawal_max
          or p.withdrawals_per_day < r.withdrawals_per_day or p.review_from < r.review_from
          or p.two_people_from < r.two_people_from or p.usual_seconds > r.usual_seconds
          or p.fastest_seconds > r.fastest_seconds
          or (r.from_at <= p.from_at and p.two_people_from > r.two_people_from)))
$$;

-- Returns the time of a payout's next attempt, at most six hours from now, whatever the caller asks.
create function payments.next_attempt(p_next_at timestamptz) returns timestamptz language sql stable as $$
  select least(p_next_at, clock.now() + interval '6 hours') $$;

-- Moves a withdrawal that was never tried to another provider: the house changed its provider, or the row names one
-- that does not exist. Returns whether it moved: false for a card, which another provider cannot pay, and null if it
-- was tried. It was never tried while its next attempt is the time of its approval; `put_off` sets a later one.
-- Executed by `jobs`.
create function payments.move_unsent(p_bucket smallint, p_member uuid, p_id uuid, p_provider text) returns boolean
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_kind text;
begin
  select p.kind into v_kind
    from payments.withdrawal w
      join payments.payee p on p.bucket = w.bucket and p.member_id = w.member_id and p.id = w.payee_id
    where w.bucket = p_bucket and w.member_id = p_member and w.id = p_id and w.state = 'approved'
      and w.next_at = w.approved_at
    for update of w;
  if v_kind = 'iban' then
    update payments.withdrawal w set provider = p_provider
      where w.bucket = p_bucket and w.member_id = p_member and w.id = p_id;
  end if;
  return v_kind = 'iban';
end $$;

-- Records that the provider has a withdrawal; moves no money. Throws TC001 unless it is approved. Executed by `jobs`.
create function payments.note_sent(
  p_bucket smallint, p_member uuid, p_id uuid, p_provider_ref text, p_next_at timestamptz
) returns void language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_count integer;
begin
  update payments.withdrawal w
    set state = 'sent', provider_ref = p_provider_ref, attempts = 0, next_at = payments.next_attempt(p_next_at)
    where w.bucket = p_bucket and w.member_id = p_member and w.id = p_id and w.state = 'approved'
      and num_nulls(p_provider_ref, p_next_at) = 0;
  get diagnostics v_count = row_count;
  if v_count <> 1 then
    raise exception 'payments.note_sent: no such withdrawal on its way' using errcode = 'TC001';
  end if;
end $$;

-- Writes a rule of top-ups and withdrawals, and appends its entry to the book, in one transaction. Returns its
-- version, the next number. Throws 42501 if `may_rule` refuses it or the entry differs. Rule: a process may only
-- publish the content of an agreed proposal, effective within seven days (otherwise TC001). The owner may publish
-- without a proposal.
create function payments.publish_rule(p_rule jsonb, p_body text, p_proposal uuid) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_new payments.rule := jsonb_populate_record(null::payments.rule, p_rule);
  v_said jsonb := p_body::jsonb;
begin
  -- Serializes publishers: a rule is compared with the previous one.
  perform book.take_head();
  if session_user <> current_user and (
      v_new.from_at <= clock.now() + interval '7 days 1 minute'
      and staff.is_ordered(p_proposal, 'money-rule', 'house', jsonb_build_object(
        'withdrawalMinMinor', v_new.withdrawal_min::text, 'withdrawalMaxMinor', v_new.withdrawal_max::text,
        'withdrawalsPerDay', v_new.withdrawals_per_day, 'reviewFromMinor', v_new.review_from::text,
        'twoPeopleFromMinor', v_new.two_people_from::text, 'topUpMinMinor', v_new.top_up_min::text,
        'topUpMaxMinor', v_new.top_up_max::text, 'topUpDayMaxMinor', v_new.top_up_day_max::text,
        'usualSeconds', v_new.usual_seconds, 'fastestSeconds', v_new.fastest_seconds))) is not true then
    raise exception 'payments.publish_rule: not what two people agreed on' using errcode = 'TC001';
  end if;
  v_new.version := (select coalesce(max(r.version), 0) + 1 from payments.rule r);
  v_new.proposal_id := p_proposal;
  if payments.may_rule(v_new) is not true
    or (v_said ->> 'type', v_said ->> 'what', v_said ->> 'from') is distinct from
      ('rule', 'withdrawal', ceil(extract(epoch from v_new.from_at))::bigint::text)
    or (v_said ->> 'value')::jsonb is distinct from jsonb_build_object(
      'fastest_seconds', v_new.fastest_seconds, 'review_from', v_new.review_from::text,
      'top_up_day_max', v_new.top_up_day_max::text, 'top_up_max', v_new.top_up_max::text,
      'top_up_min', v_new.top_up_min::text, 'two_people_from', v_new.two_people_from::text,
      'usual_seconds', v_new.usual_seconds, 'withdrawal_max', v_new.withdrawal_max::text,
      'withdrawal_min', v_new.withdrawal_min::text, 'withdrawals_per_day', v_new.withdrawals_per_day) then
    raise exception 'payments.publish_rule: a rule that cannot hold' using errcode = '42501';
  end if;
  insert into payments.rule select v_new.*;
  perform book.write(array[p_body]);
  return v_new.version;
end $$;

-- Records an attempt to pay, and the time of the next one, within six hours. Executed by `jobs`.
create function payments.put_off(
  p_bucket smallint, p_member uuid, p_id uuid, p_attempts integer, p_next_at timestamptz
) returns void language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
begin
  update payments.withdrawal w set attempts = p_attempts, next_at = payments.next_attempt(p_next_at)
    where w.bucket = p_bucket and w.member_id = p_member and w.id = p_id and w.state in ('approved', 'sent')
      and p_next_at is not null;
end $$;

-- Starts the refund of a payment in review to its payer; it can no longer be credited. Moves no money of a member.
-- Rule: a person of finance decided it, or its deadline is over. Throws TC001 otherwise. Executed by `api` and `jobs`.
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

-- Refuses a withdrawal in review and releases its hold. Executed by `api`.
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
  -- Rule: in review, with its hold open, and two people of finance refuse it for the same reason.
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

-- Returns a bounced withdrawal to the balance. Posts its hold first if no event reported the payment. Executed by
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
  -- Rule: approved, sent or paid, and a provider event `returned`. Its hold is open or, once paid, posted.
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

-- Returns the amount from which a withdrawal is reviewed; null before the house has a rule.
create function payments.review_from() returns bigint language sql stable as $$
  select r.review_from from payments.rule r where r.from_at <= clock.now() order by r.version desc limit 1 $$;

-- Returns the amount from which a decision about money takes two people; null before the house has a rule.
create function payments.two_people_from() returns bigint language sql stable as $$
  select r.two_people_from from payments.rule r where r.from_at <= clock.now() order by r.version desc limit 1 $$;

-- Writes a withdrawal together with its hold: no role can write one without it. Review state, deadline and day are
-- computed from the amount and the clock, and the currency is the house's: the provider pays out a hold, which has no
-- currency, in full. Throws TC001 unless the payee is the member's own, active now, and can be paid by the provider. No
-- role may execute it. `p_currency` and `p_state` apply only where a cluster's worker has no row of the house, and no
-- rule.
create function payments.write_withdrawal(
  p_bucket smallint, p_member uuid, p_id uuid, p_amount bigint, p_payee uuid, p_provider text, p_closing boolean,
  p_currency text, p_state text
) returns void language plpgsql set search_path to pg_catalog, pg_temp as $$
declare
  v_now timestamptz := clock.now();
  v_day date := (v_now at time zone 'UTC')::date;
  v_currency text := coalesce((select h.currency from house.house h), p_currency);
  v_state text;
  v_review_by timestamptz;
  v_approved_at timestamptz;
begin
  if (num_nulls(p_id, p_provider) = 0 and p_amount > 0
      and payments.is_active_payee(p_bucket, p_member, p_payee, p_provider)) is not true then
    raise exception 'payments.write_withdrawal: no amount, or no active payee' using errcode = 'TC001';
  end if;
  -- Rule: from the amount `review_from` on, staff review it for at most 24 hours.
  v_state := case when p_amount < payments.review_from() then 'approved'
    when payments.review_from() is null and p_state = 'approved' then 'approved' else 'in-review' end;
  -- Before the insert: Citus takes only immutable expressions within CASE there.
  v_review_by := case when v_state = 'in-review' then v_now + interval '24 hours' end;
  v_approved_at := case when v_state = 'approved' then v_now end;
  insert into payments.withdrawal (bucket, member_id, id, day, amount, currency, payee_id, provider, state, closing,
      submitted_at, review_due_at, approved_at, next_at)
    values (p_bucket, p_member, p_id, v_day, p_amount, v_currency, p_payee, p_provider, v_state, p_closing,
      v_now, v_review_by, v_approved_at, v_approved_at);
  -- The primary key refuses a second hold, also after the first has ended.
  insert into ledger.hold (bucket, member_id, id, day, amount, purpose, at)
    values (p_bucket, p_member, p_id, v_day, p_amount, 'withdrawal', v_now);
  perform ledger.post_one(p_bucket, p_member, v_day, p_id, 'hold', 'available', 'held', p_amount);
end $$;

alter table payments.payee enable row level security;
create policy payee_read on payments.payee for select using (true);
create policy payee_add on payments.payee for insert with check (payments.may_bind(bucket, member_id, active_at));
create policy payee_end on payments.payee for update using (true)
  with check (ended_at is null or ended_at >= clock.now() - interval '1 minute');

alter table payments.rule enable row level security;
create policy rule_add on payments.rule for insert with check (clock.reads_latest() and payments.may_rule(rule.*));
create policy rule_read on payments.rule for select using (true);
