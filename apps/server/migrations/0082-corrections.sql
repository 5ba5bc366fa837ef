-- A member's balance is corrected by two people where the database says less, or more, than what is owed: after a
-- restore, or for a charge that was taken back. Until now only a payment in review could be.

-- Widened: what old code writes may be written on.
alter table staff.proposal
  drop constraint proposal_what_check,
  add constraint proposal_what_check
    check (what in ('table', 'money-rule', 'service-url', 'purchase-refund', 'correction'));

-- Why a balance was corrected. The id is its proposal's, and its posting's. `reference` is what it is for: the leaf of
-- a lost slip, a payment of a provider, a withdrawal.
create table payments.correction (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  day date not null,
  direction text not null check (direction in ('to-member', 'from-member')),
  amount bigint not null check (amount > 0),
  reference text not null,
  proposed_by uuid not null,
  confirmed_by uuid not null check (confirmed_by <> proposed_by),
  at timestamptz not null,
  primary key (bucket, member_id, id)
);

-- One debt is settled once in the whole house, whoever it is said to be owed to. Of two ways to write a reference the
-- small letters count.
create table payments.correction_claim (
  reference text not null check (reference = lower(reference)),
  correction_id uuid not null,
  primary key (reference)
);

-- The server's own role corrects nothing by writing it down: the posting has to be there.
alter table payments.correction enable row level security;
create policy correction_read on payments.correction for select using (true);
create policy correction_add on payments.correction for insert
  with check (video.is_posted(bucket, member_id, day, id, 'correction', amount));
