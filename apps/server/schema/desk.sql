-- desk

create schema desk;

-- Answers that are written once, for all members the same, by language: `{"en": "…"}`.
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

-- Entries are numbered within their thread, under its row: a mark says up to which number one side has read.
create table desk.thread (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  subject text not null,
  -- Whom of the hosts it is about. No foreign key: a thread outlives what it was about.
  host_id uuid,
  opened_at timestamptz not null,
  last_at timestamptz not null,
  entries integer not null,
  -- Since when the member waits for an answer; null: he does not.
  waits_since timestamptz,
  closed_at timestamptz,
  closed_by text,
  member_read integer not null default 0,
  house_read integer not null default 0,
  -- Up to which entry the member was told by a message that there is an answer.
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
-- What a member has not read: few at any time.
create index thread_unread on desk.thread (last_at) where entries > member_read;
-- Indexes of what waits alone, so that looking into a queue does not grow with all that was ever done; and of when
-- things came in, by which the totals of the console's lists are counted on.
create index thread_waiting on desk.thread (waits_since) where waits_since is not null;

-- Whoever wrote sends a key along, so that words are taken once however often a phone sends them.
create table desk.entry (
  bucket smallint not null,
  member_id uuid not null,
  thread_id uuid not null,
  n integer not null,
  key uuid not null,
  -- Null: the member.
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

-- A file that the member sent: pictures are kept as the server drew them anew, PDFs as they came once nothing in them
-- acts by itself. Staff send none: what stands in a picture no filter reads.
create table desk.file (
  bucket smallint not null,
  member_id uuid not null,
  thread_id uuid not null,
  n integer not null,
  kind text not null,
  name text not null,
  -- SHA-256 of what was sent, by which a file that is sent again is known.
  sent_hash bytea not null,
  content bytea not null,
  primary key (bucket, member_id, thread_id, n),
  foreign key (bucket, member_id, thread_id, n) references desk.entry(bucket, member_id, thread_id, n),
  constraint file_content_check check ((octet_length(content) >= 1) and (octet_length(content) <= 4194304)),
  constraint file_kind_check check (kind in ('picture', 'pdf')),
  constraint file_name_check check ((char_length(name) >= 1) and (char_length(name) <= 120))
);
