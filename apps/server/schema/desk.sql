-- desk

create schema desk;

-- Canned answers, with the same text for all members, by language: `{"en": "…"}`.
create table desk.canned (
  id uuid not null,
  title text not null,
  texts jsonb not null,
  changed_by uuid not null,
  changed_at timestamptz not null,
  hidden_at timestamptz,
  primary key (id),
  constraint canned_title_check check ((char_length(title) >= 1) and (char_length(title) <= 80))
);

-- Conversations. Entries are numbered within their conversation, under the lock of this row. `member_read` and
-- `house_read` are the last entry that each side has read.
create table desk.thread (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  subject text not null,
  -- The host that the conversation is about. No foreign key: the conversation outlives the host's row.
  host_id uuid,
  opened_at timestamptz not null,
  last_at timestamptz not null,
  entries integer not null,
  -- Since when the member waits for an answer. Null: the member is not waiting.
  waits_since timestamptz,
  closed_at timestamptz,
  closed_by text,
  member_read integer not null default 0,
  house_read integer not null default 0,
  -- The last entry for which the member got a message that an answer is there.
  member_told integer not null default 0,
  primary key (bucket, member_id, id),
  constraint thread_check check (member_read >= 0 and member_read <= entries),
  constraint thread_check1 check (house_read >= 0 and house_read <= entries),
  constraint thread_check2 check (member_told >= 0 and member_told <= entries),
  constraint thread_check3 check ((subject = 'host') = (host_id is not null)),
  constraint thread_check4 check ((closed_at is null) = (closed_by is null)),
  constraint thread_check5 check (closed_at is null or waits_since is null),
  constraint thread_closed_by_check check (closed_by in ('member', 'house')),
  constraint thread_entries_check check (entries >= 1 and entries <= 500),
  constraint thread_subject_check check (subject in ('question', 'payment', 'account', 'host', 'other'))
);
create index thread_by_time on desk.thread (opened_at);
create index thread_of_all on desk.thread (((closed_at IS NOT NULL)), COALESCE(waits_since,
  'infinity'::timestamp with time zone), last_at, id);
-- Conversations that the member has not read; few at any time.
create index thread_unread on desk.thread (last_at) where entries > member_read;
-- Partial index of the waiting queue: the cost of a read does not grow with history. `thread_by_time` serves the
-- totals of the console's lists, which are counted by arrival.
create index thread_waiting on desk.thread (waits_since) where waits_since is not null;

-- Entries of a conversation. `key` is the sender's idempotency key, so a retry is stored once.
create table desk.entry (
  bucket smallint not null,
  member_id uuid not null,
  thread_id uuid not null,
  n integer not null,
  key uuid not null,
  -- Null: the member wrote it.
  staff_id uuid,
  role text,
  words text not null,
  at timestamptz not null,
  primary key (bucket, member_id, thread_id, n),
  unique (bucket, member_id, key),
  foreign key (bucket, member_id, thread_id) references desk.thread(bucket, member_id, id),
  constraint entry_check check ((staff_id is null) = (role is null)),
  constraint entry_n_check check (n >= 1 and n <= 500),
  constraint entry_words_check check (char_length(words) <= 2000)
);
create index entry_by_time on desk.entry (bucket, member_id, at);

-- Files that members sent. Pictures are stored as re-encoded by the server. PDFs are stored as sent, after a check
-- that they contain no active content. Staff send no files, because no filter reads the content of a picture.
create table desk.file (
  bucket smallint not null,
  member_id uuid not null,
  thread_id uuid not null,
  n integer not null,
  kind text not null,
  name text not null,
  -- SHA-256 of the file as sent; recognizes a retry.
  sent_hash bytea not null,
  content bytea not null,
  primary key (bucket, member_id, thread_id, n),
  foreign key (bucket, member_id, thread_id, n) references desk.entry(bucket, member_id, thread_id, n),
  constraint file_content_check check ((octet_length(content) >= 1) and (octet_length(content) <= 4194304)),
  constraint file_kind_check check (kind in ('picture', 'pdf')),
  constraint file_name_check check ((char_length(name) >= 1) and (char_length(name) <= 120))
);
