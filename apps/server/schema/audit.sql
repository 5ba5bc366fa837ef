-- audit

create schema audit;

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

-- `body` is the canonical JSON of the act; hash = SHA-256(hash of the one before || body). The other columns repeat
-- what the body says, for looking up; the body is what counts.
create table audit.entry (
  seq bigint not null,
  at timestamptz not null,
  staff_id uuid,
  act text not null,
  member_bucket smallint,
  member_id uuid,
  -- What it was done to, such as `withdrawal/<id>`; null where it is the member as a whole.
  subject text,
  body text not null,
  hash bytea not null,
  primary key (seq),
  unique (hash)
);
create index entry_by_time on audit.entry (at);
-- The newest act that changed an account: its row says which one that is, so an older row put back counts for nothing.
create index entry_of_account on audit.entry (subject, seq desc)
  where act in ('first-owner', 'staff-created', 'staff-role-changed', 'staff-disabled', 'staff-code-given',
  'staff-password-set', 'own-password-changed');
create index entry_of_act on audit.entry (act text_pattern_ops, seq desc);
create index entry_of_member on audit.entry (member_bucket, member_id, seq desc) where member_id is not null;
-- The log is looked through by who acted, by what was done, and by when.
create index entry_of_staff on audit.entry (staff_id, seq desc) where staff_id is not null;
create index entry_of_seen on audit.entry using gin (audit.seen_in(body))
  where act in ('members-read', 'withdrawals-read', 'payments-read', 'complaints-read', 'rows-exported',
  'audit-read', 'invites-read', 'legal-holds-read', 'desk-threads-read', 'host-reports-read');

-- One writer at a time, by the lock of this row.
create table audit.head (
  only_row boolean not null default true,
  size bigint not null,
  hash bytea not null,
  primary key (only_row),
  constraint head_only_row_check check (only_row)
);
insert into audit.head (size, hash) values (0, sha256(''));

-- The same for acts that change no account: those are written with the account, by staff.write_account.
create function audit.append(p_body text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if staff.changes_account(p_body::jsonb ->> 'act') then
    raise exception 'audit.append: an act that is written with an account' using errcode = '42501';
  end if;
  perform audit.write(p_body);
end $$;

-- Holds the log's head until the transaction ends: the place and the time of the next act.
create function audit.take_head(out size bigint, out at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  select h.size into strict size from audit.head h for update;
  at := clock.now();
end $$;

-- Adds an act behind the last one. Its columns are what the body says; a second writer finds another place.
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
