-- THE DESK. What a member and the house write to each other. Nothing of this schema is read by what decides on bets,
-- results or money, and nothing in it can be a link to pay or an account: words of staff are looked at before.
create schema desk;

-- Entries are numbered within their thread, under its row: a mark says up to which number one side has read.
create table desk.thread (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  subject text not null check (subject in ('question', 'payment', 'account', 'host', 'other')),
  -- Whom of the hosts it is about. No foreign key: a thread outlives what it was about.
  host_id uuid,
  opened_at timestamptz not null,
  last_at timestamptz not null,
  entries integer not null check (entries between 1 and 500),
  -- Since when the member waits for an answer; null: he does not.
  waits_since timestamptz,
  closed_at timestamptz,
  closed_by text check (closed_by in ('member', 'house')),
  member_read integer not null default 0 check (member_read between 0 and entries),
  house_read integer not null default 0 check (house_read between 0 and entries),
  -- Up to which entry the member was told by a message that there is an answer.
  member_told integer not null default 0 check (member_told between 0 and entries),
  primary key (bucket, member_id, id),
  check ((subject = 'host') = (host_id is not null)),
  check ((closed_at is null) = (closed_by is null)),
  check (closed_at is null or waits_since is null)
);
-- What a member has not read: few at any time.
create index thread_unread on desk.thread (last_at) where entries > member_read;
create index thread_of_all on desk.thread
  ((closed_at is not null), (coalesce(waits_since, 'infinity')), last_at, id);

-- Whoever wrote sends a key along, so that words are taken once however often a phone sends them.
create table desk.entry (
  bucket smallint not null,
  member_id uuid not null,
  thread_id uuid not null,
  n integer not null check (n between 1 and 500),
  key uuid not null,
  -- Null: the member.
  staff_id uuid,
  role text,
  words text not null check (char_length(words) <= 2000),
  at timestamptz not null,
  primary key (bucket, member_id, thread_id, n),
  unique (bucket, member_id, key),
  foreign key (bucket, member_id, thread_id) references desk.thread (bucket, member_id, id),
  check ((staff_id is null) = (role is null))
);
create index entry_by_time on desk.entry (bucket, member_id, at);

-- A file that the member sent: pictures are kept as the server drew them anew, PDFs as they came once nothing in them
-- acts by itself. Staff send none: what stands in a picture no filter reads.
create table desk.file (
  bucket smallint not null,
  member_id uuid not null,
  thread_id uuid not null,
  n integer not null,
  kind text not null check (kind in ('picture', 'pdf')),
  name text not null check (char_length(name) between 1 and 120),
  -- SHA-256 of what was sent, by which a file that is sent again is known.
  sent_hash bytea not null,
  content bytea not null check (octet_length(content) between 1 and 4194304),
  primary key (bucket, member_id, thread_id, n),
  foreign key (bucket, member_id, thread_id, n) references desk.entry (bucket, member_id, thread_id, n)
);

-- Answers that are written once, for all members the same, by language: `{"en": "…"}`.
create table desk.canned (
  id uuid primary key,
  title text not null check (char_length(title) between 1 and 80),
  texts jsonb not null,
  changed_by uuid not null,
  changed_at timestamptz not null,
  hidden_at timestamptz
);

-- Whose threads a list showed is found in the log like those of other lists.
drop index audit.entry_of_seen;
create index entry_of_seen on audit.entry using gin (audit.seen_in(body))
  where act in ('members-read', 'withdrawals-read', 'payments-read', 'complaints-read', 'rows-exported', 'audit-read',
    'invites-read', 'legal-holds-read', 'desk-threads-read', 'host-reports-read');
