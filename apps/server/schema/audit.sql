-- audit

create schema audit;

-- Returns the ids of the members that an act showed to staff in a list or a file. The ids are in the act's body, which
-- its hash covers. An index over this function finds such reads in a member's own audit trail without a second copy.
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

-- The audit log. `body` is the canonical JSON of the act; hash = SHA-256(previous hash || body). The other columns
-- repeat values of the body for queries; the body is authoritative.
create table audit.entry (
  seq bigint not null,
  at timestamptz not null,
  staff_id uuid,
  act text not null,
  member_bucket smallint,
  member_id uuid,
  -- The object of the act, such as `withdrawal/<id>`. Null: the member as a whole.
  subject text,
  body text not null,
  hash bytea not null,
  primary key (seq),
  unique (hash)
);
create index entry_by_time on audit.entry (at);
-- Finds the newest act that changed a staff account. The account's row names that act, so a restored older row is
-- detected.
create index entry_of_account on audit.entry (subject, seq desc)
  where act in ('first-owner', 'staff-created', 'staff-role-changed', 'staff-disabled', 'staff-code-given',
  'staff-password-set', 'own-password-changed');
create index entry_of_act on audit.entry (act text_pattern_ops, seq desc);
create index entry_of_member on audit.entry (member_bucket, member_id, seq desc) where member_id is not null;
-- For searches of the log by person, by act and by time.
create index entry_of_staff on audit.entry (staff_id, seq desc) where staff_id is not null;
create index entry_of_seen on audit.entry using gin (audit.seen_in(body))
  where act in ('members-read', 'withdrawals-read', 'payments-read', 'complaints-read', 'rows-exported',
  'audit-read', 'invites-read', 'legal-holds-read', 'desk-threads-read', 'host-reports-read', 'bookings-read',
  'console-searched');

-- Size and last hash of the audit log. Writers lock this row, so there is one writer at a time.
create table audit.head (
  only_row boolean not null default true,
  size bigint not null,
  hash bytea not null,
  primary key (only_row),
  constraint head_only_row_check check (only_row)
);
insert into audit.head (size, hash) values (0, sha256(''));

-- Appends an act that changes no staff account. Refuses acts that do (42501): `staff.write_account` writes those
-- together with the account.
create function audit.append(p_body text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if staff.changes_account(p_body::jsonb ->> 'act') then
    raise exception 'audit.append: an act that is written with an account' using errcode = '42501';
  end if;
  perform audit.write(p_body);
end $$;

-- Locks the log's head until the transaction ends. Returns the position and the time of the next act.
create function audit.take_head(out size bigint, out at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  select h.size into strict size from audit.head h for update;
  at := clock.now();
end $$;

-- Appends an act to the log; its columns are taken from the body. Throws TC001 if `seq` is not the next position, or
-- if `at` is more than 60 seconds away from the clock.
create function audit.write(p_body text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_said jsonb := p_body::jsonb;
  v_member uuid := (v_said ->> 'member')::uuid;
  v_size bigint;
  v_before bytea;
  v_hash bytea;
begin
  select h.size, h.hash into strict v_size, v_before from audit.head h for update;
  if (v_said ->> 'seq')::bigint is distinct from v_size then
    raise exception 'audit.write: act % is not the next one', v_said ->> 'seq' using errcode = 'TC001';
  end if;
  if abs(extract(epoch from (v_said ->> 'at')::timestamptz - clock.now())) > 60 then
    raise exception 'audit.write: an act of another time' using errcode = 'TC001';
  end if;
  v_hash := sha256(v_before || convert_to(p_body, 'UTF8'));
  insert into audit.entry (seq, at, staff_id, act, member_bucket, member_id, subject, body, hash)
    values (v_size, (v_said ->> 'at')::timestamptz, (v_said #>> '{staff,id}')::uuid, v_said ->> 'act',
      ('x' || right(v_member::text, 2))::bit(8)::integer, v_member, v_said ->> 'subject', p_body, v_hash);
  update audit.head set size = v_size + 1, hash = v_hash;
end $$;
