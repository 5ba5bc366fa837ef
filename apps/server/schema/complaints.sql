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

-- A member's formal complaint about any subject, or with a subject `data-…` their request about their data (GDPR
-- Art. 15 to 21). `number` is what the member quotes. Stages: `received` until the
-- first reply of staff, `review` until the final answer, `answered`, `second-look` after the member asked for one, and
-- `closed` after the second answer. `due_at` is the deadline of the house's next act; null if none is due.
create table complaints.formal (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  number text not null,
  subject text not null,
  stage text not null default 'received',
  -- Of the last answer; null before the first.
  outcome text,
  filed_at timestamptz not null,
  due_at timestamptz,
  -- Deadline of the first final answer.
  answer_due_at timestamptz not null,
  -- When staff extended the deadline of a request about data, once.
  extended_at timestamptz,
  replied_at timestamptz,
  answered_at timestamptz,
  -- Staff account of the first answer. The second is another person's.
  answered_by uuid,
  second_at timestamptz,
  closed_at timestamptz,
  primary key (bucket, member_id, id),
  unique (bucket, member_id, number),
  constraint formal_due_check check ((due_at is null) = (stage in ('answered', 'closed'))),
  constraint formal_number_check check (number ~ '^[0-9]{6}-[0-9A-HJKMNP-TV-Z]{6}$'),
  constraint formal_outcome_check check (outcome in ('upheld', 'partly', 'rejected')),
  constraint formal_stage_check check (stage in ('received', 'review', 'answered', 'second-look', 'closed')),
  constraint formal_subject_check
    check (subject in ('payment', 'bet', 'account', 'limits', 'service', 'privacy', 'other',
      'data-access', 'data-correction', 'data-restriction', 'data-objection', 'data-erasure')),
  constraint formal_extended_check check (extended_at is null or subject like 'data-%')
);
create index formal_due on complaints.formal (due_at, id) where due_at is not null;
create index formal_filed on complaints.formal (filed_at, id);

-- Messages of a formal complaint: from the member, as replies of staff, or as a final answer. A member's message
-- carries the client's idempotency `key`, so a retry is stored once.
create table complaints.formal_entry (
  bucket smallint not null,
  member_id uuid not null,
  complaint_id uuid not null,
  id uuid not null,
  kind text not null,
  staff_id uuid,
  key uuid,
  words text not null,
  at timestamptz not null,
  primary key (bucket, member_id, complaint_id, id),
  unique (bucket, member_id, key),
  constraint formal_entry_check
    check ((staff_id is null) = (key is not null) and (staff_id is null) = (kind = 'member')),
  constraint formal_entry_kind_check check (kind in ('member', 'reply', 'answer')),
  constraint formal_entry_words_check check ((char_length(words) >= 10) and (char_length(words) <= 2000))
);
