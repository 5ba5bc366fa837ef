-- Whoever was shown to one of the staff in a list or a file finds that look among what was done with his account. The
-- log names them in the body of the act, which its hash covers: this index finds them there, and nothing is kept twice.
create function audit.seen_in(body text) returns uuid[]
  language sql immutable strict parallel safe
  return (
    select coalesce(array_agg(distinct seen.id::uuid), '{}')
    from (
      select jsonb_path_query(body::jsonb, '$.after[*].memberId') #>> '{}' as id
      union all select jsonb_path_query(body::jsonb, '$.after.payments[*].memberId') #>> '{}'
      union all select jsonb_path_query(body::jsonb, '$.after.members[*]') #>> '{}'
    ) seen
  );

create index entry_of_seen on audit.entry using gin (audit.seen_in(body))
  where act in ('members-read', 'withdrawals-read', 'payments-read', 'complaints-read', 'rows-exported', 'audit-read',
    'invites-read', 'legal-holds-read');
