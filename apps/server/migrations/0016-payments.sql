-- Money in and money out.
create schema payments;

-- top-up: cash -> available. bounce: a payout that the bank sent back after it was paid, cash -> available. correction:
-- a payment that did not fit its top-up and was credited by two people, cash -> available.
alter type ledger.kind add value 'top-up';
alter type ledger.kind add value 'bounce';
alter type ledger.kind add value 'correction';

-- What can be stopped in the whole house and is not a table: `money-in`, which is top-up, betting and buying. The last
-- one counts; each stands in the book too. Withdrawal has no switch.
create table house.switch (
  what text not null check (what in ('money-in')),
  id uuid not null,
  open boolean not null,
  reason text not null,
  at timestamptz not null,
  primary key (what, id)
);
create index switch_last on house.switch (what, at desc, id desc);

-- The rules of money. The one that holds is the last whose time has come. Amounts in minor units. What is tightened
-- waits seven days in the book. The whole balance may always go, whatever these say.
create table payments.rule (
  version integer primary key,
  withdrawal_min bigint not null check (withdrawal_min > 0),
  withdrawal_max bigint not null,
  withdrawals_per_day smallint not null check (withdrawals_per_day >= 1),
  -- From this amount on a person looks at a withdrawal; from the other on two do.
  review_from bigint not null,
  two_people_from bigint not null,
  top_up_min bigint not null,
  top_up_max bigint not null,
  -- Of one member within 24 hours; null: no cap of the house.
  top_up_day_max bigint,
  usual_seconds integer not null,
  fastest_seconds integer not null,
  from_at timestamptz not null,
  check (withdrawal_max >= withdrawal_min and top_up_max >= top_up_min),
  -- No door opens only inwards.
  constraint smallest_payout_at_most_smallest_top_up check (withdrawal_min <= top_up_min)
);

create table payments.bank (
  code text primary key,
  name text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  position smallint not null
);

-- Whose a number is that a provider knows: of a top-up, a withdrawal or a payment.
create table payments.reference (
  id uuid primary key,
  bucket smallint not null,
  member_id uuid not null,
  what text not null check (what in ('top-up', 'withdrawal', 'payment'))
);

create table payments.top_up (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  day date not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  provider text not null,
  state text not null check (state in ('created', 'pending', 'review', 'credited', 'refunded', 'failed', 'expired')),
  -- What the provider calls its page, and where it is.
  checkout_ref text,
  checkout_url text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- When the provider is next asked what became of it, in case its message was lost.
  next_at timestamptz not null,
  primary key (bucket, member_id, id)
) with (fillfactor = 80);
create index top_up_by_time on payments.top_up (bucket, member_id, created_at desc, id desc);
create index top_up_open on payments.top_up (next_at) where state in ('created', 'pending');

create table payments.top_up_event (
  bucket smallint not null,
  member_id uuid not null,
  top_up_id uuid not null,
  id uuid not null,
  state text not null,
  at timestamptz not null,
  primary key (bucket, member_id, top_up_id, id)
);

-- Money that a provider says it has taken. It ends credited or refunded: matching its top-up at once, anything else
-- after a person looked, or by itself after a while.
create table payments.payment (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  top_up_id uuid not null,
  day date not null,
  provider text not null,
  provider_ref text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  state text not null check (state in ('credited', 'review', 'refunding', 'refunded')),
  -- Why it was not credited at once: `amount`, `currency`, `second`.
  reason text,
  at timestamptz not null,
  ended_at timestamptz,
  -- Of a refund: how often the provider was asked for it. next_at is when it is asked again; in review, when the
  -- payment goes back by itself.
  tries smallint not null default 0,
  next_at timestamptz not null,
  primary key (bucket, member_id, id)
) with (fillfactor = 80);
create index payment_open on payments.payment (next_at) where state in ('review', 'refunding');
create index payment_of_top_up on payments.payment (bucket, member_id, top_up_id);
-- A top-up is credited by itself once at most.
create unique index payment_once on payments.payment (bucket, member_id, top_up_id) where reason is null;

-- One payment of a provider is one row above, however many messages speak of it.
create table payments.payment_claim (
  provider text not null,
  provider_ref text not null,
  payment_id uuid not null,
  primary key (provider, provider_ref)
);

-- Who said what about a payment in review: crediting it is a correction, by two people above a threshold.
create table payments.payment_review (
  bucket smallint not null,
  member_id uuid not null,
  payment_id uuid not null,
  id uuid not null,
  staff_id uuid not null,
  verdict text not null check (verdict in ('credit', 'refund')),
  why text not null,
  at timestamptz not null,
  primary key (bucket, member_id, payment_id, id)
);

-- Signed messages of providers, each once. What it asks for is done afterwards; a job takes up what was not done.
create table payments.provider_event (
  provider text not null,
  event_id text not null,
  received_at timestamptz not null,
  body jsonb not null,
  tries smallint not null default 0,
  next_at timestamptz not null,
  handled_at timestamptz,
  outcome text,
  primary key (provider, event_id)
) with (fillfactor = 70);
create index provider_event_open on payments.provider_event (next_at) where handled_at is null;

-- Where payouts go: one that is active for a member, and at most one that waits to replace it; the one before ends at
-- the moment when it becomes active. Token or IBAN, and the phone, lie in `sealed` under the key `key_id`, bound to
-- the row.
create table payments.payee (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('card', 'iban')),
  bank_code text not null,
  holder text not null,
  masked text not null,
  phone_masked text not null,
  brand text,
  provider text not null,
  sealed bytea not null,
  key_id text not null,
  bound_at timestamptz not null,
  active_at timestamptz not null,
  ended_at timestamptz,
  primary key (bucket, member_id, id)
);
create index payee_key on payments.payee (key_id);
-- One card or account at a time.
create unique index payee_one on payments.payee (bucket, member_id) where ended_at is null;

-- Leave to bind another card or account, given by support once the member asked for it.
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

-- The hold of the ledger has the withdrawal's id.
create table payments.withdrawal (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  day date not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  payee_id uuid not null,
  provider text not null,
  -- approved: on its way to the provider. sent: the provider has it.
  state text not null check (state in ('in-review', 'approved', 'sent', 'paid', 'refused', 'failed', 'returned')),
  -- The last of a member who leaves.
  closing boolean not null default false,
  submitted_at timestamptz not null,
  -- When a review approves itself; null where none was needed.
  review_due_at timestamptz,
  approved_at timestamptz,
  ended_at timestamptz,
  refusal_reason text,
  refusal_words text,
  provider_ref text,
  -- Of sending it: how often, when next, and who does right now.
  tries smallint not null default 0,
  next_at timestamptz,
  primary key (bucket, member_id, id)
) with (fillfactor = 70);
create index withdrawal_by_time on payments.withdrawal (bucket, member_id, submitted_at desc, id desc);
create index withdrawal_open on payments.withdrawal (submitted_at)
  where state in ('in-review', 'approved', 'sent');
-- For people who look through those of all members, and for the published number of refusals.
create index withdrawal_of_state on payments.withdrawal (state, submitted_at, id);
create index withdrawal_refused on payments.withdrawal (ended_at) where state = 'refused';

create table payments.withdrawal_event (
  bucket smallint not null,
  member_id uuid not null,
  withdrawal_id uuid not null,
  id uuid not null,
  state text not null,
  at timestamptz not null,
  primary key (bucket, member_id, withdrawal_id, id)
);

-- What one of the staff said about a withdrawal in review. Refusing takes two.
create table payments.withdrawal_review (
  bucket smallint not null,
  member_id uuid not null,
  withdrawal_id uuid not null,
  id uuid not null,
  staff_id uuid not null,
  verdict text not null check (verdict in ('approve', 'refuse')),
  reason text,
  words text,
  at timestamptz not null,
  primary key (bucket, member_id, withdrawal_id, id)
);

-- How payouts went: `paid`, `failed` (by the bank), `error` (the provider could not be asked, or said no). What the
-- health of payouts is judged by.
create table payments.payout_outcome (
  bucket smallint not null,
  member_id uuid not null,
  withdrawal_id uuid not null,
  id uuid not null,
  outcome text not null check (outcome in ('paid', 'failed', 'error')),
  at timestamptz not null,
  primary key (bucket, member_id, withdrawal_id, id)
);
create index payout_outcome_at on payments.payout_outcome (at desc);

-- An authority's order to keep a member's money in the house. Two people set it; it ends by itself.
create table payments.legal_hold (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  authority text not null,
  reference text not null,
  proposed_by uuid not null,
  confirmed_by uuid,
  proposed_at timestamptz not null,
  from_at timestamptz,
  expires_at timestamptz not null,
  lifted_at timestamptz,
  primary key (bucket, member_id, id),
  check (confirmed_by <> proposed_by)
);

-- As before, and closed while payouts are unhealthy.
create or replace function lottery.why_closed(
  p_now timestamptz, p_lottery smallint, p_period bigint, p_table integer
) returns text language plpgsql stable as $$
declare
  v record;
begin
  select l.period_seconds, t.first_period, h.round, t.beacon_genesis + (h.round - 1) * t.beacon_period as beacon_time,
      coalesce((select c.open from lottery.switch c where c.lottery_id = p_lottery order by c.at desc, c.id desc limit 1),
        true) as open,
      coalesce((select c.open from house.switch c where c.what = 'money-in' order by c.at desc, c.id desc limit 1),
        true) as takes_money,
      (select u.id from lottery.house_table u where u.lottery_id = p_lottery and u.first_period <= p_period
        order by u.first_period desc limit 1) as applies,
      case when t.policy is null
        then (select c.at from book.checkpoint c where c.size > t.entry_seq order by c.size limit 1)
        else (select m.at from book.met m
          where m.policy = t.policy and m.size > t.entry_seq and m.at < to_timestamp(t.first_period * l.period_seconds)
          order by m.size limit 1)
      end as booked_at
    into strict v
    from lottery.house_table t
    join lottery.lottery l on l.id = t.lottery_id
    left join draw.beacon_head h on h.chain_hash = t.chain_hash
    where t.id = p_table and t.lottery_id = p_lottery;
  return case
    when not v.open then 'table-closed'
    when not v.takes_money then 'payouts-unhealthy'
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
