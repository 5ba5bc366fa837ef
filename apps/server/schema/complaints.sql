-- complaints

create schema complaints;

-- A member's complaint about one bet, with the evidence at the time of asking. `receipt_hash` is the hash of the
-- signed receipt. `evidence` is what the house showed of the draw, as text; `evidence_hash` is its hash.
create table complaints.complaint (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  slip_id uuid not null,
  draw_id text not null,
  receipt_hash bytea not null,
  evidence text not null,
  evidence_hash bytea not null,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  answered_at timestamptz,
  primary key (bucket, member_id, id)
);
create index complaint_due on complaints.complaint (due_at, id) where answered_at is null;
create unique index complaint_open_of_slip on complaints.complaint (bucket, member_id, slip_id)
  where answered_at is null;

-- Messages of a complaint, from the member or from staff (`staff_id`). A member's message carries the client's
-- idempotency `key`, so a retry is stored once.
create table complaints.complaint_entry (
  bucket smallint not null,
  member_id uuid not null,
  complaint_id uuid not null,
  id uuid not null,
  staff_id uuid,
  key uuid,
  words text not null,
  at timestamptz not null,
  primary key (bucket, member_id, complaint_id, id),
  unique (bucket, member_id, key),
  constraint complaint_entry_check check ((staff_id is null) = (key is not null)),
  constraint complaint_entry_words_check check ((char_length(words) >= 10) and (char_length(words) <= 2000))
);
