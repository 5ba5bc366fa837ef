-- What the staff decided about a member's money is carried out by the process `jobs`, which verifies that the server
-- wrote the decision: the database cannot verify a MAC, so no right of `api` posts by a decision of the staff.

-- One act that was decided: `subject` is the proposal of a correction, the purchase, the payment or the withdrawal.
-- `body` names the member and what else the act needs. `refusal` says why it was not done, null where it was. Written
-- by `api`; `jobs` notes how it ended.
create table staff.instruction (
  id uuid primary key,
  what text not null check (what in ('correction', 'purchase-refund', 'payment-credit', 'withdrawal-refusal')),
  subject uuid not null,
  body jsonb not null,
  staff_id uuid not null,
  given_at timestamptz not null default clock.now(),
  mac text not null,
  done_at timestamptz,
  refusal jsonb,
  check (refusal is null or done_at is not null)
);
create unique index instruction_open on staff.instruction (what, subject) where done_at is null;
create index instruction_due on staff.instruction (given_at, id) where done_at is null;
create index instruction_of on staff.instruction (subject);

-- Refunds from before: migration 0104 signs them. A price goes back only where somebody of the staff said so.
create or replace function video.is_refund_agreed(p_id uuid, p_price bigint, p_staff uuid) returns boolean
language sql stable as $$
  select staff.counts(array[p_staff], 'finance', false) = 1
    and exists (
      select 1 from staff.instruction i
      where i.what = 'purchase-refund' and i.subject = p_id and i.staff_id = p_staff and i.done_at is null)
    and (p_price < payments.two_people_from() or exists (
      select 1 from staff.proposal p
      where p.what = 'purchase-refund' and p.subject = 'purchase/' || p_id and p.decision = 'confirmed'
        and p.decided_by = p_staff and p.proposed_by <> p.decided_by and p.body ->> 'priceMinor' = p_price::text
        and staff.counts(array[p.proposed_by, p.decided_by], 'finance', true) = 2)) $$;
