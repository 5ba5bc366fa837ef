-- What can stand between a member and his money is a rule or an order of an authority. The server's own role writes
-- both, so the database itself holds what the server does: a rule that is tighter stands in the book for seven days
-- first, and an order is entered by one person, confirmed by another, and ends within 90 days.

-- Whether a rule may be added: none that would hold before it was published, no smallest amount that could keep a whole
-- balance, and none that is tighter than what would hold without it in the next seven days (`isTooSoon` in
-- src/payments/rule.ts says the same). A minute is for the time between the reading of the clock and the writing.
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

alter table payments.rule enable row level security;
create policy rule_read on payments.rule for select using (true);
create policy rule_add on payments.rule for insert with check (payments.may_rule(rule));

alter table payments.legal_hold
  alter column proposed_at set default clock.now(),
  add constraint legal_hold_ends check (expires_at <= proposed_at + interval '90 days'),
  add constraint legal_hold_begins check ((confirmed_by is null) = (from_at is null));

-- Both are people who work here. What was lifted holds no more: no update sees it.
alter table payments.legal_hold enable row level security;
create policy hold_read on payments.legal_hold for select using (true);
create policy hold_add on payments.legal_hold for insert with check (
  confirmed_by is null and lifted_at is null and exists (select from staff.account a where a.id = proposed_by));
create policy hold_change on payments.legal_hold for update using (lifted_at is null)
  with check (confirmed_by is null or exists (select from staff.account a where a.id = confirmed_by));

-- A review ends within a day, whoever writes it down.
alter table payments.withdrawal
  add constraint withdrawal_review_ends check (review_due_at <= submitted_at + interval '24 hours'),
  add constraint withdrawal_review_is_due check (state <> 'in-review' or review_due_at is not null);
