-- A password that somebody else made opens nothing but the form in which its owner makes one of his own.
alter table staff.account add column password_given boolean not null default false;

-- Which owner let somebody in, gave him another role or another second factor last, and when: for a while he does not
-- count as one of two people. Null for who came from the terminal, and was left alone since.
alter table staff.account
  add column handed_by uuid references staff.account,
  add column handed_at timestamptz,
  add check ((handed_by is null) = (handed_at is null));

-- The log is looked through by who acted, by what was done, and by when.
create index entry_of_staff on audit.entry (staff_id, seq desc) where staff_id is not null;
create index entry_of_act on audit.entry (act text_pattern_ops, seq desc);
create index entry_by_time on audit.entry (at);
