-- Messages of the payment provider are kept as they were delivered, and verified again by the process that acts on
-- them. Whoever receives them (`api`) writes no event: a row that it makes up opens under no key, or bears no
-- signature, and credits nobody.

-- `sealed` is headers and body, encrypted for this row; empty once it is kept no longer. `outcome`: `verified`, and its
-- events are kept; `not-signed`, and nothing comes of it (looked at again for a day: a secret or a key may be missing
-- where it was looked at); `before`: of a version that kept no messages.
create table payments.provider_message (
  id uuid primary key,
  provider text not null,
  received_at timestamptz not null default clock.now(),
  sealed bytea not null,
  key_id text not null,
  tries smallint not null default 0,
  next_at timestamptz not null default clock.now(),
  handled_at timestamptz,
  outcome text check (outcome in ('verified', 'not-signed', 'before')),
  check (handled_at is null or outcome is not null)
) with (fillfactor = 70);
create index provider_message_open on payments.provider_message (next_at) where handled_at is null;
create index provider_message_kept on payments.provider_message (handled_at) where key_id <> '';
create index provider_message_unsigned on payments.provider_message (received_at) where outcome = 'not-signed';

-- The message that an event was read from; null for what a provider said when it was asked. Written by `jobs` alone.
alter table payments.provider_event add column message_id uuid references payments.provider_message (id);
create index provider_event_of_reference on payments.provider_event ((body ->> 'reference'));

create index provider_event_unsigned on payments.provider_event (handled_at) where outcome = 'not-signed';

-- Events of before were verified when they came.
insert into payments.provider_message (id, provider, sealed, key_id, handled_at, outcome)
  values ('00000000-0000-0000-0000-000000000000', 'before', '', '', clock.now(), 'before');
update payments.provider_event set message_id = '00000000-0000-0000-0000-000000000000' where handled_at is null;

-- Whether the provider said so: `paid-in` by a signed message alone, the rest also when it was asked; `paid-in` and
-- `paid-out` by amount and currency, too.
create or replace function payments.is_said(
  p_provider text, p_event text, p_kind text, p_reference uuid, p_amount bigint, p_currency text
) returns boolean language sql stable as $$
  select exists (
    select 1 from payments.provider_event e
    left join payments.provider_message m on m.id = e.message_id
    where e.provider = p_provider and e.event_id = p_event and e.body ->> 'kind' = p_kind
      and e.body ->> 'reference' = p_reference::text
      and case when p_kind = 'paid-in' or e.message_id is not null then m.outcome in ('verified', 'before')
        else p_event like 'asked/%' or p_event like 'unsent/%' end
      and (p_kind not in ('paid-in', 'paid-out')
        or (e.body ->> 'amount' = p_amount::text and e.body ->> 'currency' = p_currency))) $$;

-- As before, with messages that nobody has verified yet, and those that bear no signature.
create or replace function payments.figures(out payouts jsonb, out messages bigint, out unmatched jsonb, out money_in boolean)
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
