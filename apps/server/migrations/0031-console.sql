-- What the console writes: notes about members, invites and words of the house, and what one person proposes and
-- another confirms; and what its first page counts, so that it never walks over postings or slips.

-- Added to and never changed; the member finds them in his data.
create table members.note (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  staff_id uuid not null,
  words text not null check (char_length(words) between 1 and 2000),
  at timestamptz not null default clock.now(),
  primary key (bucket, member_id, id)
);

-- By their letters, whatever the language of the database: the names with one beginning are a span of this index.
create index user_name_by_letters on members.user_name_claim (name_key text_pattern_ops);

-- Invites of the house, made many at a time. A code is shown once, when it is made; whether it was used or taken back
-- stands in members.invite, under the code's hash.
create table members.invite_batch (
  id uuid primary key,
  made_by uuid not null,
  purpose text not null check (char_length(purpose) between 1 and 200),
  invites smallint not null check (invites between 1 and 200),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create table members.house_invite (
  batch_id uuid not null references members.invite_batch,
  nth smallint not null,
  code_hash bytea not null unique,
  primary key (batch_id, nth)
);

-- What one of the staff proposes and somebody else decides on. A proposal is never edited: another one takes its place,
-- so that whoever looked at the first confirms nothing of the second. The one who proposed it may only take it back.
create table staff.proposal (
  id uuid primary key,
  what text not null check (what in ('table', 'money-rule')),
  -- The key of a lottery, or `house`.
  subject text not null,
  body jsonb not null,
  why text not null,
  proposed_by uuid not null references staff.account,
  proposed_at timestamptz not null default clock.now(),
  decided_by uuid references staff.account,
  decided_at timestamptz,
  decision text check (decision in ('confirmed', 'declined', 'withdrawn')),
  check ((decision is null) = (decided_by is null) and (decision is null) = (decided_at is null)),
  check (decision <> 'confirmed' or decided_by <> proposed_by)
);
create unique index proposal_open on staff.proposal (what, subject) where decision is null;
create index proposal_by_time on staff.proposal (what, id desc);

-- Decided once: what is decided is seen by no update any more.
alter table staff.proposal enable row level security;
create policy proposal_read on staff.proposal for select using (true);
create policy proposal_make on staff.proposal for insert with check (decision is null);
create policy proposal_decide on staff.proposal for update using (decision is null) with check (decision is not null);

-- Banners get a picture (of the house's own drawings, or sent and drawn anew), a time and words in several languages;
-- title and body are those of the house's own.
alter table house.banner
  add column texts jsonb not null default '{}',
  add column made text,
  add column picture bytea check (octet_length(picture) between 1 and 262144),
  add column version text,
  add column from_at timestamptz,
  add column until_at timestamptz,
  add column withdrawn_at timestamptz,
  add constraint banner_picture_is_one check (made is null or picture is null),
  add constraint banner_picture_has_version check ((picture is null) = (version is null));

-- What the house says about its service, as it stands from a moment on; the last version counts, none is changed.
create table house.service (
  version integer primary key check (version > 0),
  open boolean not null,
  hours text not null check (char_length(hours) between 1 and 100),
  url text check (url ~ '^https://'),
  -- Language to arrival, helpTitle and helpText.
  texts jsonb not null,
  set_by uuid not null,
  at timestamptz not null default clock.now()
);

-- How a lottery is shown, where that is not as it was opened with: the last version counts, none is changed. Its period
-- length, its key and its draws are elsewhere, and stay as they are.
create table lottery.showing (
  lottery_id smallint not null references lottery.lottery,
  version integer not null check (version > 0),
  name text not null,
  description text not null,
  hot boolean not null,
  position smallint not null,
  set_by uuid not null,
  at timestamptz not null default clock.now(),
  primary key (lottery_id, version)
);

-- What was staked and paid in a period that was drawn and is paid whole. Written once, after the fact, by a job, from
-- the slips and the ledger; nothing that decides on a draw or on money reads it.
create table draw.turnover (
  lottery_id smallint not null,
  period bigint not null,
  -- Of the lock, in UTC.
  day date not null,
  slips bigint not null,
  staked bigint not null,
  won bigint not null,
  paid_at timestamptz not null,
  primary key (lottery_id, period)
);
create index turnover_of_day on draw.turnover (day);
create index turnover_by_time on draw.turnover (paid_at);

-- Days of the figures: who joined, what came in and what went out.
create index member_by_time on members.member (created_at);
create index payment_credited on payments.payment (ended_at) where state = 'credited';
create index withdrawal_paid on payments.withdrawal (ended_at) where state = 'paid';
create index payment_in_review on payments.payment (at) where state = 'review';
create index legal_hold_proposed on payments.legal_hold (proposed_at) where confirmed_by is null and lifted_at is null;
