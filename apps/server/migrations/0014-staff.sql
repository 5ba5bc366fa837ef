-- The people who run the club, and what they did.
create schema staff;

create table staff.account (
  id uuid primary key,
  name text not null unique,
  role text not null check (role in ('support', 'content', 'finance', 'auditor', 'owner')),
  password_hash text not null,
  -- The secret of the one-time codes, sealed with a key that is not in the database; null where there is none.
  totp bytea,
  totp_key_id text,
  -- The last step that a code was taken of: each is good for one sign-in.
  totp_step bigint not null default 0,
  created_at timestamptz not null,
  disabled_at timestamptz,
  check ((totp is null) = (totp_key_id is null))
);

create table staff.session (
  token_hash bytea primary key,
  staff_id uuid not null references staff.account,
  address text not null,
  created_at timestamptz not null,
  idle_until timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
) with (fillfactor = 80);
create index session_of_staff on staff.session (staff_id) where ended_at is null;

-- Every act of staff, reads of a member's data included, each bound to the one before by its hash.
create schema audit;

-- One writer at a time, by the lock of this row.
create table audit.head (
  only_row boolean primary key default true check (only_row),
  size bigint not null,
  hash bytea not null
);
insert into audit.head (size, hash) values (0, sha256(''));

-- `body` is the canonical JSON of the act; hash = SHA-256(hash of the one before || body). The other columns repeat
-- what the body says, for looking up; the body is what counts.
create table audit.entry (
  seq bigint primary key,
  at timestamptz not null,
  staff_id uuid,
  act text not null,
  member_bucket smallint,
  member_id uuid,
  -- What it was done to, such as `withdrawal/<id>`; null where it is the member as a whole.
  subject text,
  body text not null,
  hash bytea not null unique
);
create index entry_of_member on audit.entry (member_bucket, member_id, seq desc) where member_id is not null;
