-- Whoever reads the log, or who joined by an invite, was shown members as well: they find that look among the rest.
drop index audit.entry_of_seen;
create index entry_of_seen on audit.entry using gin (audit.seen_in(body))
  where act in ('members-read', 'withdrawals-read', 'payments-read', 'complaints-read', 'rows-exported', 'audit-read',
    'invites-read');
