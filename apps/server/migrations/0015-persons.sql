-- Who a member is, the second password, and what the club tells him.

-- The real name is given once; a correction is a new version that names who made it.
create table members.real_name (
  bucket smallint not null,
  member_id uuid not null,
  version smallint not null check (version > 0),
  name text not null,
  corrected_by uuid,
  at timestamptz not null,
  primary key (bucket, member_id, version),
  check ((version = 1) = (corrected_by is null))
);

-- Null: not stated.
alter table members.member add column sex text check (sex in ('man', 'woman'));

-- The hash is void after a reset that has come into effect (see finance_reset). wrong counts since the last right entry
-- or lock; each lock lasts twice as long as the one before.
create table members.finance_password (
  bucket smallint not null,
  member_id uuid not null,
  hash text not null,
  pepper_id text not null,
  set_at timestamptz not null,
  wrong smallint not null default 0,
  locks smallint not null default 0,
  locked_until timestamptz,
  primary key (bucket, member_id)
) with (fillfactor = 80);

-- Started by support for a member who forgot it; works a day later unless the member stops it. From then until it was
-- used the password before it is void.
create table members.finance_reset (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  started_by uuid not null,
  started_at timestamptz not null,
  effective_at timestamptz not null,
  cancelled_at timestamptz,
  used_at timestamptz,
  primary key (bucket, member_id, id)
);

-- A member who leaves: he can no longer spend, and everything is paid out.
create table members.closure (
  bucket smallint not null,
  member_id uuid not null,
  asked_at timestamptz not null,
  done_at timestamptz,
  primary key (bucket, member_id)
);

-- What happened to the member's money or account, in words that the app makes of kind and params.
create table members.message (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  kind text not null,
  params jsonb not null,
  at timestamptz not null,
  read_at timestamptz,
  primary key (bucket, member_id, id)
) with (fillfactor = 90);
create index message_unread on members.message (bucket, member_id) where read_at is null;

-- Where a member's browsers take pushed messages. The address is a secret of the browser: it lies sealed.
create table members.push_subscription (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  endpoint_hash bytea not null,
  sealed bytea not null,
  key_id text not null,
  created_at timestamptz not null,
  primary key (bucket, member_id, id),
  unique (bucket, member_id, endpoint_hash)
);

-- A browser belongs to the member who asked last: it is not to tell of another's money.
create index push_subscription_endpoint on members.push_subscription (endpoint_hash);

-- Messages that still have to be pushed; a row goes once it was, or when nobody takes it.
create table members.push_task (
  bucket smallint not null,
  member_id uuid not null,
  message_id uuid not null,
  tries smallint not null default 0,
  next_at timestamptz not null,
  primary key (bucket, member_id, message_id)
) with (fillfactor = 50);
create index push_task_due on members.push_task (next_at);
