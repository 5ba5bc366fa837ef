-- The page for questions is where members go with their troubles, so its address is proposed by one of the staff and
-- confirmed by another. A decision says why.
alter table staff.proposal
  drop constraint proposal_what_check,
  add constraint proposal_what_check check (what in ('table', 'money-rule', 'service-url')),
  add column decided_why text,
  add constraint proposal_decided_why_check check (decided_why is null or decision is not null);
