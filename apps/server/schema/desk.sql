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

-- Common questions with the house's answers, by language: `{"en": {"question": "…", "answer": "…"}}`. Everybody sees
-- them, ordered by `place`, unless they are hidden.
create table desk.common_question (
  id uuid not null,
  texts jsonb not null,
  place integer not null,
  -- Null: written when the house was created.
  changed_by uuid,
  changed_at timestamptz not null,
  hidden_at timestamptz,
  primary key (id),
  constraint common_question_place_check check (place >= 1 and place <= 999)
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
  -- The member's rating of the conversation, from 1 to 5, and what they wrote with it. Null: not rated.
  rating smallint,
  rating_words text,
  rated_at timestamptz,
  -- How staff share the work among themselves; members see none of it. The staff account that has the conversation,
  -- until when it is out of the inbox, and its labels.
  assigned_to uuid,
  assigned_at timestamptz,
  snoozed_until timestamptz,
  labels text[] not null default '{}',
  primary key (bucket, member_id, id),
  constraint thread_check check (member_read >= 0 and member_read <= entries),
  constraint thread_check1 check (house_read >= 0 and house_read <= entries),
  constraint thread_check2 check (member_told >= 0 and member_told <= entries),
  constraint thread_check3 check ((subject = 'host') = (host_id is not null)),
  constraint thread_check4 check ((closed_at is null) = (closed_by is null)),
  constraint thread_check5 check (closed_at is null or waits_since is null),
  constraint thread_rated_at_check check ((rating is null) = (rated_at is null)),
  constraint thread_rating_check check (rating >= 1 and rating <= 5),
  constraint thread_rating_words_check check (rating_words is null or
    (rating is not null and char_length(rating_words) >= 1 and char_length(rating_words) <= 2000)),
  constraint thread_assigned_at_check check ((assigned_to is null) = (assigned_at is null)),
  constraint thread_snoozed_until_check check (closed_at is null or snoozed_until is null),
  constraint thread_labels_check check (labels <@ array['payout', 'top-up', 'bet', 'account', 'video', 'host', 'fault',
    'complaint', 'follow-up']),
  constraint thread_closed_by_check check (closed_by in ('member', 'house')),
  constraint thread_entries_check check (entries >= 1 and entries <= 500),
  constraint thread_subject_check check (subject in ('question', 'payment', 'account', 'host', 'other'))
);
create index thread_by_time on desk.thread (opened_at);
-- Staff search for a conversation by its id alone.
create index thread_id on desk.thread (id);
create index thread_of_all on desk.thread (((closed_at IS NOT NULL)), COALESCE(waits_since,
  'infinity'::timestamp with time zone), last_at, id);
-- Few conversations belong to anyone at a time: those of a person who leaves are given back.
create index thread_assigned on desk.thread (assigned_to) where assigned_to is not null;
-- Conversations with a snooze, for the queue of those that are back.
create index thread_snoozed on desk.thread (snoozed_until) where snoozed_until is not null;
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

-- Conversations with visitors, who have no session. The number and the secret together open one. Only a hash of the
-- secret is stored, so it is shown once.
create table desk.visitor_thread (
  id uuid not null,
  number text not null,
  secret_hash bytea not null,
  -- Hash of the idempotency key of the call that opened it, from which the secret follows. A retry finds it by this.
  key_hash bytea not null,
  topic text not null,
  -- BCP 47 language of the visitor's page.
  locale text not null,
  -- How the visitor can be reached, as they typed it.
  contact text not null,
  opened_at timestamptz not null,
  last_at timestamptz not null,
  entries integer not null,
  -- Since when the visitor waits for an answer. Null: the visitor is not waiting.
  waits_since timestamptz,
  closed_at timestamptz,
  primary key (id),
  unique (number),
  unique (key_hash),
  constraint visitor_thread_check check (closed_at is null or waits_since is null),
  constraint visitor_thread_contact_check check ((char_length(contact) >= 1) and (char_length(contact) <= 120)),
  constraint visitor_thread_entries_check check (entries >= 1 and entries <= 200),
  constraint visitor_thread_key_hash_check check (octet_length(key_hash) = 32),
  constraint visitor_thread_secret_hash_check check (octet_length(secret_hash) = 32),
  constraint visitor_thread_topic_check check (topic in ('recovery', 'registration'))
);
create index visitor_thread_by_time on desk.visitor_thread (last_at);
create index visitor_thread_of_all on desk.visitor_thread (((closed_at IS NOT NULL)), COALESCE(waits_since,
  'infinity'::timestamp with time zone), last_at, id);
create index visitor_thread_waiting on desk.visitor_thread (waits_since) where waits_since is not null;

-- Entries of a visitor's conversation. `key` is the sender's idempotency key, so a retry is stored once.
create table desk.visitor_entry (
  thread_id uuid not null,
  n integer not null,
  key uuid not null,
  -- Null: the visitor wrote it.
  staff_id uuid,
  role text,
  content text not null,
  at timestamptz not null,
  primary key (thread_id, n),
  unique (thread_id, key),
  foreign key (thread_id) references desk.visitor_thread(id),
  constraint visitor_entry_check check ((staff_id is null) = (role is null)),
  constraint visitor_entry_content_check check ((char_length(content) >= 1) and (char_length(content) <= 2000)),
  constraint visitor_entry_n_check check (n >= 1 and n <= 200)
);

-- Deletes visitors' conversations, and the requests that belong to them, 90 days after the last entry. At most 1,000
-- conversations per call; returns how many.
create function desk.forget_visitors() returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_gone constant uuid[] := array(
    select t.id from desk.visitor_thread t where t.last_at < clock.now() - interval '90 days' limit 1000);
begin
  delete from members.recovery_request r where r.thread_id = any (v_gone);
  delete from desk.visitor_entry e where e.thread_id = any (v_gone);
  delete from desk.visitor_thread t where t.id = any (v_gone);
  return cardinality(v_gone);
end $$;
