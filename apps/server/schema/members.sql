-- members

create schema members;

-- Published versions of the members' agreement. The texts are files of the house.
create table members.agreement (
  version integer not null,
  published_at timestamptz not null,
  primary key (version)
);

-- A member's avatar: the name of one of the house's own drawings (`made`), or a picture as re-encoded by the server.
--
-- One row or none: a removed or replaced picture is deleted with its bytes. `version` is derived from the picture's
-- bytes, so a copy cached under it can never stand for another picture.
create table members.avatar (
  bucket smallint not null,
  member_id uuid not null,
  made text,
  picture bytea,
  version text,
  set_at timestamptz not null,
  primary key (bucket, member_id),
  constraint avatar_check check ((made is null) <> (picture is null)),
  constraint avatar_check1 check ((picture is null) = (version is null)),
  constraint avatar_made_check check ((length(made) >= 1) and (length(made) <= 32)),
  constraint avatar_picture_check check ((octet_length(picture) >= 1) and (octet_length(picture) <= 65536)),
  constraint avatar_version_check check (length(version) = 16)
);

-- Members who close their account. They can no longer spend, and everything is paid out.
create table members.closure (
  bucket smallint not null,
  member_id uuid not null,
  asked_at timestamptz not null,
  -- When everything was paid out. Retention counts from then.
  done_at timestamptz,
  primary key (bucket, member_id)
);
-- Rule: an account is done once, now. A caller that chose the time could have data erased before it is due.
alter table members.closure enable row level security;
create policy closure_read on members.closure for select using (true);
create policy closure_add on members.closure for insert with check (done_at is null);
create policy closure_end on members.closure for update using (done_at is null)
  with check (done_at between clock.now() - interval '1 minute' and clock.now() + interval '1 minute');

-- Which versions of the statement on members' money a member acknowledged before a top-up, with its rating then. The
-- newest row counts (src/house/stated-funds.ts makes the version).
create table members.funds_acknowledgement (
  bucket smallint not null,
  member_id uuid not null,
  version text not null,
  rating text not null,
  at timestamptz not null,
  primary key (bucket, member_id, at),
  constraint funds_acknowledgement_rating_check check (rating in ('basic', 'medium', 'high')),
  constraint funds_acknowledgement_version_check check (version ~ '^[0-9a-f]{16}$')
);

-- The member's consents, one row per part and version that they accepted. `agreement`: one box for all three parts, as
-- members who joined earlier have it.
create table members.consent (
  bucket smallint not null,
  member_id uuid not null,
  kind text not null,
  version integer not null,
  at timestamptz not null,
  primary key (bucket, member_id, kind, version),
  constraint consent_kind_check check (kind in ('agreement', 'terms', 'rules', 'privacy'))
);

-- Erased data of closed accounts, by kind. A row is written once the last data of its kind is gone. Only functions with
-- the owner's rights write here, since no role may delete history. The job of jobs/erase-expired.ts calls them.
create table members.erasure (
  bucket smallint not null,
  member_id uuid not null,
  kind text not null,
  at timestamptz not null,
  -- For `person`: the former user name. Liability trees up to the erasure contain it, and can be rebuilt as long as
  -- their paths are kept. After that it is erased too.
  user_name text,
  primary key (bucket, member_id, kind),
  constraint erasure_check check (user_name is null or kind = 'person'),
  constraint erasure_kind_check check (kind in ('money', 'bets', 'person', 'consents'))
);

-- Time-outs and self-exclusions. They apply to the person: other accounts that prove to be theirs get a copy. A
-- time-out ends after `hours`. A self-exclusion does not: after `hours` the member may ask for its end
-- (`exclusion_end`). Null `hours`: it never ends. Rows are never changed; a row is only removed when the data of its
-- closed account is erased.
create table members.exclusion (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  kind text not null,
  from_at timestamptz not null default clock.now(),
  hours integer,
  copied_from uuid,
  -- Whether the member agreed that everything in their balance is paid out while it stands.
  pays_out boolean not null default false,
  -- Whether staff wrote it down at the member's request.
  by_staff boolean not null default false,
  primary key (bucket, member_id, id),
  constraint exclusion_check check (copied_from is not null or case kind when 'time-out' then (hours >= 24
    and hours <= 1008) else (hours >= 4416) end),
  constraint exclusion_hours_check check (hours > 0),
  constraint exclusion_hours_kind_check check (hours is not null or kind = 'self-exclusion'),
  constraint exclusion_kind_check check (kind in ('time-out', 'self-exclusion')),
  constraint exclusion_pays_out_check check (not pays_out or kind = 'self-exclusion')
);

-- A member's requests to end a self-exclusion. A request takes effect when the member confirms it: a row of
-- `exclusion_end` then names it.
create table members.exclusion_end_request (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  asked_at timestamptz not null default clock.now(),
  primary key (bucket, member_id, id),
  unique (bucket, member_id, id, asked_at)
);

-- Confirmed ends of self-exclusions. An end counts only for exclusions whose hours had passed when it was requested,
-- so no row can shorten one. The database's clock sets both times; callers cannot.
create table members.exclusion_end (
  bucket smallint not null,
  member_id uuid not null,
  request_id uuid not null,
  asked_at timestamptz not null,
  ended_at timestamptz not null default clock.now(),
  primary key (bucket, member_id, request_id),
  foreign key (bucket, member_id, request_id, asked_at) references members.exclusion_end_request(bucket, member_id, id,
    asked_at),
  constraint exclusion_end_day_check check (ended_at >= asked_at + interval '24 hours'),
  constraint exclusion_end_week_check check (ended_at <= asked_at + interval '7 days')
);

-- Finance passwords. A reset that has come into effect voids the hash (`finance_reset`). `wrong` counts wrong entries
-- since the last correct entry or lock. Each lock lasts twice as long as the previous one.
create table members.finance_password (
  bucket smallint not null,
  member_id uuid not null,
  hash text not null,
  pepper_id text not null,
  set_at timestamptz not null,
  wrong smallint not null default 0,
  locks smallint not null default 0,
  locked_until timestamptz,
  open smallint not null default 0,
  open_until timestamptz,
  primary key (bucket, member_id)
) with (fillfactor=80);

-- Resets of a forgotten finance password, started by support. A reset takes effect a day later unless the member
-- cancels it. From then until its use, the old password is void.
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
-- Rule: a reset takes effect a day after it began, so that the member can stop it.
alter table members.finance_reset enable row level security;
create policy finance_reset_read on members.finance_reset for select using (true);
create policy finance_reset_add on members.finance_reset for insert
  with check (effective_at >= clock.now() + interval '24 hours' - interval '1 minute');
create policy finance_reset_end on members.finance_reset for update using (true);

-- Batches of the house's invites. A code is shown once, when it is made. Its use or withdrawal is in `members.invite`,
-- under the code's hash.
create table members.invite_batch (
  id uuid not null,
  made_by uuid not null,
  purpose text not null,
  invites smallint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (id),
  constraint invite_batch_invites_check check (invites >= 1 and invites <= 200),
  constraint invite_batch_purpose_check check ((char_length(purpose) >= 1) and (char_length(purpose) <= 200))
);

-- Codes of a batch of the house's invites, by their hash.
create table members.house_invite (
  batch_id uuid not null,
  nth smallint not null,
  code_hash bytea not null,
  primary key (batch_id, nth),
  unique (code_hash),
  foreign key (batch_id) references members.invite_batch(id)
);

-- Identity checks by a provider, with their results. Of the document, only its kind and country are kept. A keyed hash
-- of its number is in `members.person_fingerprint`. Name and birth date are those of the account. A check with another
-- name or birth date is declined.
create table members.identity_check (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  provider text not null,
  provider_ref text,
  url text,
  state text not null,
  reason text,
  country text,
  document_kind text,
  -- Last valid day of the document; afterwards the check has lapsed.
  good_until date,
  -- The version of the real name that the check compared. A changed name needs a new check.
  name_version integer,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  next_at timestamptz not null,
  -- When the provider decided, by its own clock. Messages may arrive in any order; the newest decision counts.
  decided_at timestamptz,
  ended_at timestamptz,
  primary key (bucket, member_id, id),
  constraint identity_check_check check ((state = 'declined') = (reason is not null)),
  constraint identity_check_check1 check (state <> 'verified' or (country is not null and name_version is not null
    and decided_at is not null)),
  constraint identity_check_country_check check (country ~ '^[A-Z]{2}$'),
  constraint identity_check_document_kind_check check (document_kind in ('passport', 'id-card', 'driving-licence',
    'residence-permit', 'other')),
  constraint identity_check_reason_check check (reason in ('document-unreadable', 'document-not-accepted',
    'document-expired', 'not-the-person', 'suspected-fraud', 'other', 'name-differs', 'birth-date-differs',
    'too-young', 'country-not-served')),
  constraint identity_check_state_check check (state in ('started', 'pending', 'verified', 'declined', 'expired'))
);
create index identity_check_due on members.identity_check (next_at) where state in ('started', 'pending');
create index identity_check_id on members.identity_check (id);

-- The last answer of the national exclusion register about a member: one row for each. It holds for the version of the
-- real name that it was asked about.
create table members.register_answer (
  bucket smallint not null,
  member_id uuid not null,
  name_version integer not null,
  excluded boolean not null,
  -- The register's own number of the answer, if it gives one.
  reference text,
  answered_at timestamptz not null,
  primary key (bucket, member_id),
  constraint register_answer_reference_check check (reference ~ '^[!-~]{1,100}$')
);
-- A member has one open check at a time.
create unique index identity_check_open on members.identity_check (bucket, member_id)
  where state in ('started', 'pending');

-- Single-use invites. The member who registers with an invite claims it.
create table members.invite (
  code_hash bytea not null,
  issuer_bucket smallint,
  issuer_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_bucket smallint,
  used_by uuid,
  used_at timestamptz,
  -- A member may withdraw an unused invite.
  withdrawn_at timestamptz,
  -- After a refusal by age: the day on which that person reaches the least age. The invite is unusable until then.
  of_age_on date,
  primary key (code_hash)
);
-- For the export of a member's data.
create index invite_made_by on members.invite (issuer_bucket, issuer_id) where issuer_id is not null;
create index invite_used_by on members.invite (used_bucket, used_by) where used_by is not null;

-- When a member answered the question whether they want a top-up limit. The app asks once per member, on any phone.
create table members.limit_prompt (
  bucket smallint not null,
  member_id uuid not null,
  at timestamptz not null default clock.now(),
  primary key (bucket, member_id)
);

-- Requests to raise a limit. A request takes effect when the member confirms it: a row of `limit_set` then names it.
create table members.limit_request (
  bucket smallint not null,
  member_id uuid not null,
  kind text not null,
  id uuid not null,
  value bigint not null,
  asked_at timestamptz not null default clock.now(),
  dropped_at timestamptz,
  primary key (bucket, member_id, kind, id),
  unique (bucket, member_id, kind, id, value, asked_at),
  constraint limit_request_value_check check (value >= 0 and (value <= '9007199254740991'::bigint))
);

-- When a member last confirmed that their limits still fit.
create table members.limit_review (
  bucket smallint not null,
  member_id uuid not null,
  at timestamptz not null default clock.now(),
  primary key (bucket, member_id, at)
);

-- Limits; the newest version of a kind is in force. Each version names the previous one with its value and time, so no
-- version can pass for stricter than it is. The database's clock sets the time; callers cannot.
create table members.limit_set (
  bucket smallint not null,
  member_id uuid not null,
  kind text not null,
  version integer not null,
  value bigint not null,
  set_at timestamptz not null default clock.now(),
  prev_version integer,
  prev_value bigint not null,
  prev_set_at timestamptz,
  request_id uuid,
  asked_at timestamptz,
  primary key (bucket, member_id, kind, version),
  unique (bucket, member_id, kind, version, value, set_at),
  constraint limit_set_bucket_member_id_kind_prev_version_prev_value_pr_fkey foreign key (bucket, member_id, kind,
    prev_version, prev_value, prev_set_at) references members.limit_set(bucket, member_id, kind, version, value,
    set_at),
  foreign key (bucket, member_id, kind, request_id, value, asked_at) references members.limit_request(bucket,
    member_id, kind, id, value, asked_at),
  constraint limit_set_check check ((version = 1) = (prev_version is null)),
  constraint limit_set_check1 check (prev_version = (version - 1)),
  constraint limit_set_check2 check ((prev_version is null) = (prev_set_at is null)),
  constraint limit_set_check3 check (prev_version is not null
    or (prev_value = case kind when 'check' then (60)::bigint else '9007199254740991'::bigint end)),
  constraint limit_set_check4 check ((request_id is null) = (asked_at is null)),
  constraint limit_set_check5 check (value <= prev_value or (request_id is not null
    and (set_at >= (asked_at + interval '24:00:00')) and (asked_at >= COALESCE(prev_set_at, asked_at)))),
  constraint limit_set_check6 check (asked_at is null or (set_at <= (asked_at + interval '7 days'))),
  constraint limit_set_kind_check check (kind in ('deposit-day', 'deposit-week', 'deposit-month', 'stake-slip',
    'stake-day', 'loss-day', 'loss-week', 'loss-month', 'session', 'check')),
  constraint limit_set_value_check check (value >= 0 and (value <= '9007199254740991'::bigint)),
  constraint limit_set_version_check check (version > 0)
);

-- Accounts. `agreement_version` is the version of the agreement that the member accepted last.
create table members.member (
  bucket smallint not null,
  member_id uuid not null,
  user_name text not null,
  password_hash text not null,
  birth_date date,
  agreement_version integer not null,
  agreed_at timestamptz not null,
  locale text,
  created_at timestamptz not null,
  -- Null: not stated.
  sex text,
  primary key (bucket, member_id),
  constraint member_bucket_check check (bucket >= 0 and bucket <= 255),
  constraint member_sex_check check (sex in ('man', 'woman'))
);
create index member_birth_date on members.member (birth_date);
-- For the daily figures of new members.
create index member_by_time on members.member (created_at);

-- Invites that a member made, for that member's own list. The code is encrypted, so it can be shown to them again. Its
-- use or withdrawal is in `members.invite` under the code's hash; that row decides between concurrent claims.
create table members.member_invite (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  key uuid not null,
  code_hash bytea not null,
  encrypted bytea not null,
  key_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (bucket, member_id, id),
  unique (bucket, member_id, key)
);

-- Messages to a member about their money or account. The app makes the text from `kind` and `params`.
create table members.message (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  kind text not null,
  params jsonb not null,
  at timestamptz not null,
  read_at timestamptz,
  primary key (bucket, member_id, id)
) with (fillfactor=90);
create index message_unread on members.message (bucket, member_id) where read_at is null;

-- Notes of staff about a member. Immutable; the member finds them in the export of their data.
create table members.note (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  staff_id uuid not null,
  words text not null,
  at timestamptz not null default clock.now(),
  primary key (bucket, member_id, id),
  constraint note_words_check check ((char_length(words) >= 1) and (char_length(words) <= 2000))
);

-- Blind indexes of a person: HMAC-SHA256, under a key outside the database, of name with birth date, document, account
-- or card. They outlive the erased data for as long as an exclusion runs.
create table members.person_fingerprint (
  bucket smallint not null,
  member_id uuid not null,
  kind text not null,
  hash bytea not null,
  at timestamptz not null default clock.now(),
  primary key (bucket, member_id, kind, hash),
  constraint person_fingerprint_hash_check check (length(hash) = 32),
  constraint person_fingerprint_kind_check check (kind in ('name', 'document', 'iban', 'card'))
);
create index person_fingerprint_hash on members.person_fingerprint (hash);

-- Pairs of accounts that may belong to one person, where one account is self-excluded. Both have the same birth date,
-- and their names differ by a middle name, an initial or truncation. A pair restricts no account: staff review it.
create table members.possible_match (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  other_bucket smallint not null,
  other_id uuid not null,
  found_at timestamptz not null,
  verdict text,
  decided_by uuid,
  decided_at timestamptz,
  primary key (bucket, member_id, id),
  unique (bucket, member_id, other_id),
  constraint possible_match_check check (((verdict is null) = (decided_by is null))
    and ((verdict is null) = (decided_at is null))),
  constraint possible_match_verdict_check check (verdict in ('same', 'other'))
);
create index possible_match_open on members.possible_match (found_at) where verdict is null;

-- What a member wants pushed, and when. Without a row, every message is pushed at once.
create table members.push_setting (
  bucket smallint not null,
  member_id uuid not null,
  -- Topics of messages that are not pushed. Security messages always are.
  muted text[] not null,
  -- Quiet hours by the clock of `time_zone` (IANA). Other messages wait for their end. All null without quiet hours.
  quiet_from time(0),
  quiet_to time(0),
  time_zone text,
  set_at timestamptz not null,
  primary key (bucket, member_id),
  constraint push_setting_muted_check check (muted <@ array['money', 'play', 'account', 'house', 'desk']),
  constraint push_setting_quiet_check check (((quiet_from is null) = (quiet_to is null))
    and ((quiet_from is null) = (time_zone is null)) and (quiet_from is distinct from quiet_to or quiet_from is null))
);

-- Push subscriptions of members' browsers. The endpoint is a secret of the browser, so it is encrypted.
create table members.push_subscription (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  endpoint_hash bytea not null,
  encrypted bytea not null,
  key_id text not null,
  -- Token hash of the session that subscribed, with which it ends.
  session_hash bytea not null,
  created_at timestamptz not null,
  primary key (bucket, member_id, id),
  unique (bucket, member_id, endpoint_hash)
);
-- A browser belongs to the member who subscribed last. It must not show another member's messages about money.
create index push_subscription_endpoint on members.push_subscription (endpoint_hash);

-- Messages that are still to be pushed. A row is removed after the push, or if there is no subscription.
create table members.push_task (
  bucket smallint not null,
  member_id uuid not null,
  message_id uuid not null,
  attempts smallint not null default 0,
  next_at timestamptz not null,
  primary key (bucket, member_id, message_id)
) with (fillfactor=50);
create index push_task_due on members.push_task (next_at);

-- Real names. A member states it once; a correction is a new version that names the staff member.
create table members.real_name (
  bucket smallint not null,
  member_id uuid not null,
  version smallint not null,
  name text not null,
  corrected_by uuid,
  at timestamptz not null,
  primary key (bucket, member_id, version),
  constraint real_name_check check ((version = 1) = (corrected_by is null)),
  constraint real_name_version_check check (version > 0)
);
create index real_name_by_form on members.real_name (house.search_form(name));

-- One-time codes that replace a lost login password, by their hash.
create table members.recovery_code (
  bucket smallint not null,
  member_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (bucket, member_id, code_hash)
);

-- Requests of visitors to set a new login password without a recovery code. `thread_id` is their conversation with the
-- desk (`desk.visitor_thread`), whose number and secret open the request, too. Support decides, and no earlier than a
-- day after the member was notified the visitor can set the password.
create table members.recovery_request (
  thread_id uuid not null,
  -- The account of the user name. Null: there is none. The visitor sees no difference.
  member_bucket smallint,
  member_id uuid,
  -- What the visitor typed. Support compares it with the account.
  user_name text not null,
  real_name text not null,
  payee_digits text not null,
  requested_at timestamptz not null,
  -- Time of the message to the member: by a job, or with support's approval. Null: not yet, or no account.
  notified_at timestamptz,
  -- `stopped`: by the member, with the login password or a recovery code. `superseded`: another request set a password.
  decision text,
  decided_at timestamptz,
  decided_by uuid,
  why text,
  completed_at timestamptz,
  primary key (thread_id),
  constraint recovery_request_check check ((member_bucket is null) = (member_id is null)),
  constraint recovery_request_check1 check ((decision is null) = (decided_at is null)),
  constraint recovery_request_check2 check ((decided_by is not null) = (decision in ('approved', 'refused'))
    or decision is null and decided_by is null),
  constraint recovery_request_check3 check (completed_at is null or decision = 'approved' and member_id is not null),
  constraint recovery_request_decision_check check (decision in ('approved', 'refused', 'stopped', 'superseded')),
  constraint recovery_request_payee_digits_check check (payee_digits ~ '^[0-9]{0,4}$'),
  constraint recovery_request_real_name_check check (char_length(real_name) <= 200),
  constraint recovery_request_user_name_check check ((char_length(user_name) >= 1) and (char_length(user_name) <= 200))
);
create index recovery_request_notify on members.recovery_request (member_bucket, member_id, requested_at)
  where notified_at is null and decision is null and member_id is not null;
-- Requests that keep others of the same account from a message of their own.
create index recovery_request_noticed on members.recovery_request (member_bucket, member_id)
  where notified_at is not null or decision = 'stopped';
create index recovery_request_of_member on members.recovery_request (member_bucket, member_id)
  where member_id is not null;
create index recovery_request_open on members.recovery_request (requested_at) where decision is null;

-- Retention of each kind of data, in years after an account's closure. The owner writes it from src/retention.json
-- with each migration.
create table members.retention (
  kind text not null,
  years smallint not null,
  primary key (kind),
  constraint retention_years_check check (years >= 0 and years <= 100)
);

-- Sessions; tokens are opaque and hashed at rest. A suspended member's session is restricted: it can view, withdraw
-- and write to the desk, but not bet. `used_at` is the last use by a person in a session that was not locked for money;
-- it locks a while later (src/members/sessions/idle-lock.ts).
create table members.session (
  bucket smallint not null,
  member_id uuid not null,
  token_hash bytea not null,
  restricted boolean not null default false,
  address text,
  device text,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  used_at timestamptz not null,
  idle_until timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (bucket, member_id, token_hash)
) with (fillfactor=80);

-- Staff search for members by the address of a session.
create index session_at_address on members.session (address) where address is not null;

-- Play credits that a new member gets, in minor units, copied to each bucket. Empty in a live house.
create table members.start_grant (
  bucket smallint not null,
  amount bigint not null,
  primary key (bucket),
  constraint start_grant_amount_check check (amount > 0),
  constraint start_grant_bucket_check check (bucket >= 0 and bucket <= 255)
);

-- Suspensions, with begin and end. A member's current state is derived from these rows.
create table members.suspension (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  reason text not null,
  from_at timestamptz not null,
  until_at timestamptz,
  lifted_at timestamptz,
  primary key (bucket, member_id, id)
);

-- Counters of attempts at a secret (a password, a recovery code, an invite) within the running window. The key is a
-- hash of the counted value, since people type passwords into the name field. Expired rows may be deleted.
create table members.attempt_count (
  key bytea not null,
  attempts integer not null,
  until_at timestamptz not null,
  -- Open attempts: counted, with an outcome still unknown. If open attempts use up the rest of the limit, a new caller
  -- waits for an outcome instead of being locked out. So any number of correct attempts in parallel succeed. An
  -- attempt whose process died counts as wrong after `open_until`.
  open integer not null default 0,
  open_until timestamptz,
  primary key (key),
  constraint attempt_count_attempts_check check (attempts >= 0)
) with (fillfactor=50);
create index attempt_count_until on members.attempt_count (until_at);

-- Claims of user names. The primary key makes names unique across members; one shard decides.
create table members.user_name_claim (
  name_key text not null,
  bucket smallint not null,
  member_id uuid not null,
  primary key (name_key),
  unique (member_id)
);
-- Range index for searches by prefix, in any locale of the database.
create index user_name_by_letters on members.user_name_claim (name_key text_pattern_ops);

-- Claimed looks of user names, one member each.
create table members.user_name_look (
  look text not null,
  name_key text not null,
  primary key (look),
  foreign key (name_key) references members.user_name_claim(name_key) ON UPDATE CASCADE on delete cascade
);
create index user_name_look_by_name on members.user_name_look (name_key);

-- Counts one attempt under each key, before the secret is checked. `verdict`:
-- - `open`: the caller checks the secret and reports the outcome to `end_attempt`.
-- - `wait`: open attempts may be given back; retry.
-- - `full`: no more attempts for `wait_s` seconds.
-- `counted` is the number of this attempt within the window of each key.
create function members.begin_attempt(p_key bytea[], p_max integer[], p_window interval, p_lease interval)
  returns table (verdict text, wait_s integer, counted integer[], window_end text[])
  language plpgsql
as $$
declare
  v_now timestamptz := clock.now();
  v_until timestamptz;
  v_is_open boolean;
  v_attempts integer;
  i integer;
begin
  counted := '{}';
  window_end := '{}';
  -- A locked-out caller writes nothing.
  select t.until_at, t.open > 0 and t.open_until > v_now into v_until, v_is_open
    from unnest(p_key, p_max) q (key, attempts_max) join members.attempt_count t on t.key = q.key
    where t.until_at > v_now and t.attempts >= q.attempts_max
    order by t.open > 0 and t.open_until > v_now, t.until_at desc limit 1;
  if v_until is null then
    for i in 1 .. cardinality(p_key) loop
      insert into members.attempt_count as t (key, attempts, until_at, open, open_until)
        values (p_key[i], 1, v_now + p_window, 1, v_now + p_lease)
        on conflict (key) do update set
          attempts = case when t.until_at <= v_now then 1 else t.attempts + 1 end,
          until_at = case when t.until_at <= v_now then excluded.until_at else t.until_at end,
          open = case when t.until_at <= v_now or t.open_until <= v_now then 1 else t.open + 1 end,
          open_until = excluded.open_until
          where t.until_at <= v_now or t.attempts < p_max[i]
        returning t.attempts, t.until_at into v_attempts, v_until;
      if not found then
        perform members.end_attempt(p_key[1:i - 1], window_end, 'unseen');
        select t.until_at, t.open > 0 and t.open_until > v_now into v_until, v_is_open
          from members.attempt_count t where t.key = p_key[i];
        exit;
      end if;
      counted := counted || v_attempts;
      window_end := window_end || v_until::text;
      v_until := null;
    end loop;
  end if;
  verdict := case when v_until is null then 'open' when v_is_open then 'wait' else 'full' end;
  -- Uses the current time: a concurrent call that we waited for may have begun its window after `v_now`.
  wait_s := case when v_until is not null
    then greatest(1, ceil(extract(epoch from v_until - clock.now()))::integer) end;
  return next;
end $$;

-- Counts one attempt under every key, or under none if one of them is used up. Call it before checking the secret.
-- `wait_s` is null if the attempt may proceed, otherwise the seconds until it may. `members.give_back` undoes the
-- attempt by `counted` and `window_end`. The upsert's row lock orders parallel attempts. A refused attempt usually
-- writes nothing, so a flood costs only reads.
create function members.count_attempt(p_key bytea[], p_max integer[], p_window interval)
returns table (wait_s integer, counted integer[], window_end text[]) language plpgsql as $$
declare
  v_now timestamptz := clock.now();
  v_until timestamptz;
  v_attempts integer;
  i integer;
begin
  counted := '{}';
  window_end := '{}';
  select max(t.until_at) into v_until
    from unnest(p_key, p_max) q (key, attempts_max) join members.attempt_count t on t.key = q.key
    where t.until_at > v_now and t.attempts >= q.attempts_max;
  if v_until is null then
    for i in 1 .. cardinality(p_key) loop
      insert into members.attempt_count as t (key, attempts, until_at) values (p_key[i], 1, v_now + p_window)
        on conflict (key) do update set
          attempts = case when t.until_at <= v_now then 1 else t.attempts + 1 end,
          until_at = case when t.until_at <= v_now then excluded.until_at else t.until_at end
          where t.until_at <= v_now or t.attempts < p_max[i]
        returning t.attempts, t.until_at into v_attempts, v_until;
      if not found then
        perform members.give_back(p_key[1:i - 1], array_fill(1, array[i - 1]), window_end);
        select t.until_at into v_until from members.attempt_count t where t.key = p_key[i];
        exit;
      end if;
      counted := counted || v_attempts;
      window_end := window_end || v_until::text;
      v_until := null;
    end loop;
  end if;
  -- Uses the current time: a concurrent call that we waited for may have begun its window after `v_now`.
  wait_s := case when v_until is not null
    then greatest(1, ceil(extract(epoch from v_until - clock.now()))::integer) end;
  return next;
end $$;

-- Records the outcome of an attempt. `wrong`: it stays counted. `unseen`: the secret was not checked, so the attempt
-- is uncounted. `right`: gives back `p_give` attempts, but no open ones.
create function members.end_attempt(p_key bytea[], p_until text[], p_end text, p_give integer[] default '{}')
  returns void
  language plpgsql
as $$
begin
  for i in 1 .. cardinality(p_key) loop
    update members.attempt_count t set
        open = greatest(0, t.open - 1),
        attempts = case
          when p_end = 'wrong' then t.attempts
          else greatest(0, t.open - 1, t.attempts - coalesce(p_give[i], 1))
        end
      where t.key = p_key[i] and t.until_at = p_until[i]::timestamptz;
  end loop;
end $$;

-- Returns up to `p_limit` closed accounts after the given one whose data of a kind is due for erasure. `p_itself`
-- includes the given account. An account is due if it is empty, was closed long enough ago, and has nothing open. Data
-- that may still be needed, above all by the member, keeps its account from being due.
create function members.erasable(
  p_kind text, p_bucket smallint, p_member uuid, p_limit integer default 100, p_itself boolean default false
) returns table (bucket smallint, member_id uuid)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_since timestamptz := members.kept_since(p_kind);
begin
  return query
    with held as materialized (
      select h.bucket, h.member_id from payments.legal_hold h
      where h.from_at is not null and h.lifted_at is null and h.expires_at > clock.now())
    select c.bucket, c.member_id
    from members.closure c
    join ledger.balance b on b.bucket = c.bucket and b.member_id = c.member_id
    where ((c.bucket, c.member_id) > (p_bucket, p_member)
        or (p_itself and c.bucket = p_bucket and c.member_id = p_member))
      and c.done_at < v_since and b.available = 0 and b.held = 0
      and not exists (select from members.erasure e
        where e.bucket = c.bucket and e.member_id = c.member_id and e.kind = p_kind)
      and not exists (select from ledger.transfer t
        where t.bucket = c.bucket and t.member_id = c.member_id and t.at >= v_since
          and t.day >= (v_since - interval '1 year')::date)
      and not exists (select from payments.payment p
        where p.bucket = c.bucket and p.member_id = c.member_id and p.state in ('review', 'refunding'))
      and not exists (select from held h where h.bucket = c.bucket and h.member_id = c.member_id)
      and (p_kind <> 'bets' or not exists (select from complaints.complaint r
        where r.bucket = c.bucket and r.member_id = c.member_id and r.answered_at is null)
        and not exists (select from complaints.formal r
          where r.bucket = c.bucket and r.member_id = c.member_id and r.due_at is not null))
      -- An exclusion recognizes the person by name and birth date.
      and (p_kind <> 'person' or not exists (select from members.exclusion r
        where r.bucket = c.bucket and r.member_id = c.member_id
          and coalesce(r.from_at + r.hours * interval '1 hour', 'infinity') > clock.now()))
    order by c.bucket, c.member_id limit p_limit;
end $$;

-- Erases one kind of an account's data, up to 1,000 rows per call. Returns false if there may be more, true once it is
-- done and recorded. Throws TC001 for an account that is not due.
--
-- A self-exclusion in force stays, with the hashes that recognise its person.
-- Transfers, slips, and the ids that tie them to payments stay: the account is then an anonymous number. A slip
-- without its salt can no longer be matched with a user name.
create function members.erase_account(p_kind text, p_bucket smallint, p_member uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_of constant text := format('r.member_id = %L::uuid', p_member);
  v record;
begin
  if (select (e.bucket, e.member_id) from members.erasable(p_kind, p_bucket, p_member, 1, true) e)
      is distinct from (p_bucket, p_member) then
    raise exception 'members.erase_account: the account is not due' using errcode = 'TC001';
  end if;
  for v in
    select w.* from (values
      ('money', 'payments.top_up', 'coalesce(r.checkout_ref, r.checkout_url) is not null',
        'checkout_ref = null, checkout_url = null', null),
      ('money', 'payments.withdrawal', 'coalesce(r.refusal_words, r.provider_ref, r.trace_ref) is not null',
        'refusal_words = null, provider_ref = null, trace_ref = null', null),
      ('money', 'payments.withdrawal_review', 'r.words is not null', 'words = null', null),
      ('money', 'payments.payment_review', 'r.why <> ''''', 'why = ''''', null),
      ('money', 'payments.legal_hold', 'true', null, null),
      ('money', 'video.purchase', 'true', null, null),
      ('bets', 'lottery.slip_key', 'r.salt is not null', 'salt = null', null),
      ('bets', 'complaints.complaint_entry', 'true', null, null),
      ('bets', 'complaints.complaint', 'true', null, null),
      ('bets', 'complaints.formal_entry', 'true', null, null),
      ('bets', 'complaints.formal', 'true', null, null),
      ('bets', 'lottery.play_session', 'true', null, null),
      ('bets', 'lottery.member_exposure', 'true', null, null),
      -- Withdrawals to this payee keep their rows. The payee ends, since nothing may be paid to unknown details.
      ('person', 'payments.payee', 'r.key_id <> ''''', 'bank_code = '''', holder = '''', masked = '''',
        phone_masked = '''', brand = null, encrypted = '''', key_id = '''', ended_at = coalesce(x.ended_at, batch.now)',
        null),
      ('person', 'payments.payee_permit', 'true', null, null),
      ('person', 'members.real_name', 'true', null, null), ('person', 'members.finance_password', 'true', null, null),
      ('person', 'members.finance_reset', 'true', null, null), ('person', 'members.recovery_code', 'true', null, null),
      ('person', 'members.suspension', 'true', null, null), ('person', 'members.member_invite', 'true', null, null),
      ('person', 'members.limit_review', 'true', null, null), ('person', 'members.session', 'true', null, null),
      ('person', 'members.identity_check', 'true', null, null), ('person', 'members.register_answer', 'true', null, null),
      ('person', 'members.exclusion', 'r.kind = ''time-out'' or exists (select from members.exclusion_end x
        where x.bucket = r.bucket and x.member_id = r.member_id
          and x.asked_at >= r.from_at + r.hours * interval ''1 hour'')', null, null),
      ('person', 'members.exclusion_end', 'true', null, null),
      ('person', 'members.exclusion_end_request', 'true', null, null),
      ('person', 'payments.payment', 'r.payer is not null', 'payer = null', null),
      -- Newest first: a version refers to the previous one.
      ('person', 'members.limit_set', 'true', null, 'r.kind, r.version desc'),
      ('person', 'members.limit_request', 'true', null, null),
      ('person', 'risk.limit_suggestion', 'true', null, null), ('person', 'risk.interaction', 'true', null, null),
      ('person', 'risk.member_case', 'true', null, null), ('person', 'risk.indicator', 'true', null, null),
      ('person', 'risk.assessment', 'true', null, null),
      ('consents', 'members.consent', 'true', null, null), ('consents', 'members.funds_acknowledgement', 'true', null, null)
    ) w (kind, tab, only_those, set_to, sorted) where w.kind = p_kind
  loop
    if members.erase_batch(v.tab::regclass, p_bucket, v_of || ' and ' || v.only_those, '', v.set_to, v.sorted) = 1000 then
      return false;
    end if;
  end loop;
  -- Keeps a ledger snapshot from falling between the recorded time and the end of this transaction.
  perform ledger.hold_epoch(p_bucket);
  insert into members.erasure (bucket, member_id, kind, at, user_name)
    select m.bucket, m.member_id, p_kind, clock.now(), case when p_kind = 'person' then m.user_name end
    from members.member m where m.bucket = p_bucket and m.member_id = p_member;
  -- The row stays for the ledger. Its id replaces the name, and is too long to be registered as one.
  if p_kind = 'person' then
    update members.member m
      set user_name = m.member_id::text, password_hash = '', birth_date = null, sex = null, locale = null
      where m.bucket = p_bucket and m.member_id = p_member;
    delete from members.user_name_claim u where u.member_id = p_member;
  end if;
  return true;
end $$;

-- Deletes, or with `p_set` updates, up to 1,000 rows of a table in a bucket. Returns the number of rows. `p_only` is
-- the condition on a row `r`; it and the other SQL arguments come from the functions below. Rows are matched by
-- primary key, because a ctid means another row on another machine.
create function members.erase_batch(
  p_table regclass, p_bucket smallint, p_only text, p_beside text default '', p_set text default null,
  p_order text default null
) returns integer language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_key text[] := array(
    select format('%I', a.attname) from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = p_table and i.indisprimary);
  v_listed text := (select string_agg('r.' || k, ', ') from unnest(v_key) k);
  v_same text := (select string_agg(format('x.%1$s = batch.%1$s', k), ' and ') from unnest(v_key) k);
  v_count integer;
begin
  execute format('with batch as materialized (
      select %1$s, clock.now() as now from %2$s r %3$s where r.bucket = %4$s and %5$s %6$s limit 1000) %7$s',
    v_listed, p_table, p_beside, p_bucket, p_only, 'order by ' || p_order,
    case when p_set is null
      then format('delete from %s x using batch where x.bucket = %s and %s', p_table, p_bucket, v_same)
      else format('update %s x set %s from batch where x.bucket = %s and %s', p_table, p_set, p_bucket, v_same) end);
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Erases up to 1,000 rows of one kind of data of a bucket's closed accounts. A row is due once its account and the row
-- itself have been over for the retention period. Returns the number of rows; 1,000 means that there may be more.
create function members.erase_kept(p_what text, p_bucket smallint) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_beside constant text := 'join members.closure c on c.bucket = r.bucket and c.member_id = r.member_id';
  v record;
  v_since timestamptz;
begin
  -- Closing an account deletes its avatar. This removes an upload at the same moment.
  if p_what = 'avatars' then
    return members.erase_batch('members.avatar', p_bucket, 'true', v_beside);
  end if;
  -- Former user names that no liabilities tree needs any more. Trees are kept for 35 days.
  if p_what = 'names' then
    return members.erase_batch('members.erasure', p_bucket,
      format('r.user_name is not null and r.at < %L::timestamptz', clock.now() - interval '36 days'),
      p_set => 'user_name = null');
  end if;
  select w.* into v from (values
    ('push-tasks', 'members.push_task', 'push', 'r.next_at', 'true'),
    ('push-subscriptions', 'members.push_subscription', 'push', 'r.created_at', 'true'),
    ('push-settings', 'members.push_setting', 'push', 'r.set_at', 'true'),
    ('film-positions', 'video.progress', 'films', 'r.at', 'true'),
    ('film-choices', 'video.choice', 'films', 'r.at', 'true'),
    ('films-later', 'video.later', 'films', 'r.at', 'true'),
    ('film-plays', 'video.play', 'films', 'r.hour', 'true'),
    ('messages', 'members.message', 'messages', 'r.at', 'true'),
    -- All three by the date of the conversation: files go before their entry, and both before the conversation.
    ('desk-files', 'desk.file', 'messages', '(select t.last_at from desk.thread t
      where t.bucket = r.bucket and t.member_id = r.member_id and t.id = r.thread_id)', 'true'),
    ('desk-entries', 'desk.entry', 'messages', '(select t.last_at from desk.thread t
      where t.bucket = r.bucket and t.member_id = r.member_id and t.id = r.thread_id)', 'true'),
    ('desk-threads', 'desk.thread', 'messages', 'r.last_at', 'true'),
    -- After its last picture: evidence goes before the report.
    ('report-evidence', 'directory.evidence', 'messages', 'r.at', 'true'),
    ('reports', 'directory.report', 'messages', 'greatest(r.at, r.decided_at, (
      select max(e.at) from directory.evidence e
      where e.bucket = r.bucket and e.member_id = r.member_id and e.report_id = r.id))', 'true'),
    ('bookings', 'directory.booking', 'messages', 'r.changed_at', 'true'),
    ('favourites', 'directory.favourite', 'messages', 'r.at', 'true'),
    ('person-keys', 'members.person_fingerprint', 'recognition', 'r.at', 'not exists (
      select from members.exclusion e where e.bucket = r.bucket and e.member_id = r.member_id
        and case e.kind when ''time-out'' then e.from_at + e.hours * interval ''1 hour'' > clock.now()
        else not exists (select from members.exclusion_end x where x.bucket = e.bucket and x.member_id = e.member_id
          and x.asked_at >= e.from_at + e.hours * interval ''1 hour'') end)'),
    ('sessions', 'members.session', 'sessions',
      'least(coalesce(r.ended_at, ''infinity''), r.idle_until, r.expires_at)', 'true')
  ) w (name, tab, kind, over_at, also) where w.name = p_what;
  if v is null then
    raise exception 'members.erase_kept: nothing is called %', p_what using errcode = 'TC001';
  end if;
  v_since := members.kept_since(v.kind);
  return members.erase_batch(v.tab::regclass, p_bucket,
    format('c.done_at < %1$L::timestamptz and %2$s < %1$L::timestamptz and %3$s', v_since, v.over_at, v.also), v_beside);
end $$;

-- Erases staff notes about members whose personal data is erased, at most 1,000 per call. Returns the number of notes.
-- Also deletes those members' answers to the limit question and their possible matches.
create function members.forget_notes(p_bucket smallint) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_count integer;
begin
  delete from members.limit_prompt p where p.bucket = p_bucket and exists (
    select from members.erasure e
    where e.bucket = p.bucket and e.member_id = p.member_id and e.kind = 'person');
  delete from members.possible_match x where x.bucket = p_bucket and exists (
    select from members.erasure e
    where e.kind = 'person' and (e.bucket, e.member_id) in ((x.bucket, x.member_id), (x.other_bucket, x.other_id)));
  delete from members.note n where n.bucket = p_bucket and (n.member_id, n.id) in (
    select o.member_id, o.id from members.note o
    join members.erasure e on e.bucket = o.bucket and e.member_id = o.member_id and e.kind = 'person'
    where o.bucket = p_bucket limit 1000);
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Deletes members' sessions (address and device) 90 days after they ended, at most 1,000 per call. Returns the number.
create function members.forget_sessions(p_bucket smallint) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_count integer;
begin
  delete from members.session s where s.bucket = p_bucket and (s.member_id, s.token_hash) in (
    select o.member_id, o.token_hash from members.session o
    where o.bucket = p_bucket
      and least(coalesce(o.ended_at, 'infinity'), o.idle_until, o.expires_at) < clock.now() - interval '90 days'
    limit 1000);
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Gives back `p_attempts` attempts counted by `count_attempt`, unless their window is over. Updates in the order of the
-- keys, as `count_attempt` locks them, so that two calls cannot deadlock.
create function members.give_back(p_key bytea[], p_attempts integer[], p_until text[]) returns void language plpgsql as $$
begin
  for i in 1 .. cardinality(p_key) loop
    update members.attempt_count t set attempts = greatest(0, t.attempts - p_attempts[i])
      where t.key = p_key[i] and t.until_at = p_until[i]::timestamptz;
  end loop;
end $$;

-- Opens the balance of a registered member, and posts their starting play credits. Rule: once per member. Throws TC001
-- if they have credits already. In a house without starting credits, the balance stays at zero. Executed by `api`.
--
-- Nothing else opens a balance. In a house with starting credits, a balance without them is a fault, which closes
-- deposits and bets of the whole club. So no caller may leave one behind.
--
-- The day comes from the clock, not from `created_at`, which `api` writes. A row of another day could keep the
-- partition of that day from being created.
create function members.grant_start(p_bucket smallint, p_member uuid) returns void
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_day date := (clock.now() at time zone 'UTC')::date;
  v_amount bigint;
  v_issue bigint;
begin
  if not exists (select 1 from members.member m where m.bucket = p_bucket and m.member_id = p_member) then
    raise exception 'members.grant_start: no such member' using errcode = 'TC001';
  end if;
  insert into ledger.balance (bucket, member_id) values (p_bucket, p_member) on conflict do nothing;
  v_amount := (select g.amount from members.start_grant g where g.bucket = p_bucket);
  if v_amount is null then
    return;
  end if;
  select b.issue into v_issue from ledger.balance b
    where b.bucket = p_bucket and b.member_id = p_member for update;
  if v_issue is distinct from 0 then
    raise exception 'members.grant_start: granted before' using errcode = 'TC001';
  end if;
  perform ledger.post_one(p_bucket, p_member, v_day, p_member, 'grant', 'issue', 'available', v_amount);
end $$;

-- Returns why a member's identity does not let them play or top up, as an error code. Null: they may. A play house
-- requires no identity. A live house without an admission rule admits no one.
create function members.identity_fault(p_bucket smallint, p_member uuid) returns text
language sql stable as $$
  select case
    when exists (select from house.house h where h.mode = 'play') then null
    when m.birth_date is null or own.country is null or rule.age_min is null then 'identity-needed'
    when m.birth_date > (clock.now() at time zone 'UTC')::date - make_interval(years => rule.age_min) then 'too-young'
    when own.country <> all (rule.countries) then 'country-not-served'
    when rule.register_hours is not null then members.register_fault(p_bucket, p_member, rule.register_hours)
  end
  from (select) one
  left join members.member m on m.bucket = p_bucket and m.member_id = p_member
  left join lateral (select members.known_country(p_bucket, p_member) as country) own on true
  left join lateral (
    select r.age_min::integer as age_min, r.countries, r.register_hours
    from house.admission_rule r order by r.version desc limit 1
  ) rule on true
$$;

-- Returns the time before which an account must have been closed for a kind of data to be erased. Throws TC001 for a
-- kind without a retention.
create function members.kept_since(p_kind text) returns timestamptz
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  v_years smallint := (select r.years from members.retention r where r.kind = p_kind);
begin
  if v_years is null then
    raise exception 'members.retention does not say how long % is kept', p_kind using errcode = 'TC001';
  end if;
  return clock.now() - make_interval(years => v_years);
end $$;

-- Returns the country of the document of a member's last verified check. Null: no check, an expired document, or the
-- real name has changed since.
create function members.known_country(p_bucket smallint, p_member uuid) returns text
language sql stable as $$
  select c.country from members.identity_check c
  where c.bucket = p_bucket and c.member_id = p_member and c.state = 'verified'
    and coalesce(c.good_until >= (clock.now() at time zone 'UTC')::date, true)
    and c.name_version = (
      select max(n.version) from members.real_name n where n.bucket = c.bucket and n.member_id = c.member_id)
  order by c.decided_at desc, c.id desc limit 1
$$;

-- Locks a member's row; sign-in, suspension, closure and identity checks are serialized by it. Returns false for an
-- unknown member.
create function members.lock_member(p_bucket smallint, p_member uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform 1 from members.member m where m.bucket = p_bucket and m.member_id = p_member for update;
  return found;
end $$;

-- Copies the starting credits of a play house to all buckets. The amount never changes. Executed when a house is
-- founded.
create function members.note_start_grant() returns void language sql security definer
set search_path to pg_catalog, pg_temp as $$
  insert into members.start_grant (bucket, amount)
  select b::smallint, h.starting_credits from generate_series(0, 255) b cross join house.house h
  where h.mode = 'play' and h.starting_credits > 0
  on conflict do nothing $$;

-- Returns why the exclusion register does not let a member play or top up, as an error code. Null: it does. Both are
-- closed without an answer, with one older than `p_hours`, and with one about a former name.
create function members.register_fault(p_bucket smallint, p_member uuid, p_hours smallint) returns text
language sql stable as $$
  select case
    when a.excluded then 'register-excluded'
    when a.answered_at > clock.now() - make_interval(hours => p_hours) then null
    else 'register-unanswered'
  end
  from (select) one
  left join members.register_answer a on a.bucket = p_bucket and a.member_id = p_member
    and a.name_version = (
      select max(n.version) from members.real_name n where n.bucket = a.bucket and n.member_id = a.member_id)
$$;

-- Returns the looks of a user name, sorted: what readers may take it for. Two names that share a look are too similar.
--
-- Names are ASCII, so the rules are the ASCII confusables of UTS 39, plus digits for letters. Separators are ignored.
-- Trailing digits are a number, so mira1 and mira2 differ, but 0 and 1 also read as o and l.
-- A run of digits, o, l and capital I is also read as a number, if it has a digit: 2OOO. Without one, it needs three
-- characters in a row at the beginning or end: miralll, but not Collin, which is not Coilin. Inside, digits read as
-- letters.
create function members.user_name_looks(p_name text) returns text[]
  language plpgsql immutable strict parallel safe set search_path = pg_catalog, pg_temp as $$
declare
  -- Limit of characters per reading that read as i or l; each doubles the looks.
  c_open_max constant integer := 4;
  v_plain text;
  v_name text;
  v_before text;
  v_body text;
  v_after text;
  v_char text;
  v_prev text;
  v_next text;
  v_is_open boolean;
  v_opened integer;
  v_looks text[];
  v_all text[] := '{}';
begin
  v_plain := regexp_replace(p_name, '(?<=[0-9])[._-]+(?=[0-9])', '~', 'g');
  v_plain := regexp_replace(v_plain, '[^A-Za-z0-9~]', '', 'g');
  foreach v_name in array array[v_plain, (
    select coalesce(string_agg(case when run ~ '[0-9]' or (is_edge and run ~ '[oOlI]{3}')
      then translate(run, 'oOlI', '0011') else run end, '' order by n), '')
    from (
      select part[1] as run, n, n = 1 or n = count(*) over () as is_edge
      from regexp_matches(v_plain, '[0-9oOlI~]+|[^0-9oOlI~]+', 'g') with ordinality as parts (part, n)) as runs
  )] loop
    -- Letters after digits may be digits: 2O24, 2l.
    v_name := regexp_replace(v_name, '(?<=[0-9])[oO](?=[0-9~]|$)', '0', 'g');
    v_name := regexp_replace(v_name, '(?<=[0-9])[lI](?=[0-9~]|$)', '1', 'g');
    -- One digit before letters reads as a letter, as do one or two of 0 and 1 after them.
    v_before := coalesce(substring(v_name from '^[0-9~]{2,}'), '');
    v_body := substr(v_name, length(v_before) + 1);
    v_after := coalesce(substring(v_body from '[0-9~]+$'), '');
    if v_after ~ '^[01]{1,2}$' and length(v_after) < length(v_body) then
      v_after := '';
    end if;
    v_body := left(v_body, length(v_body) - length(v_after));
    v_looks := array[''];
    v_opened := 0;
    for i in 1 .. length(v_body) loop
      v_char := substr(v_body, i, 1);
      v_prev := case when i > 1 then substr(v_body, i - 1, 1) else '' end;
      v_next := substr(v_body, i + 1, 1);
      -- A capital I beside small letters looks like an l, and an l among capitals like an I.
      v_is_open := v_opened < c_open_max and case v_char
        when '1' then v_next <> '' or v_prev !~ '[aeiouy]'
        when 'I' then v_prev ~ '[a-z]' or v_next ~ '[a-z]'
        when 'l' then v_prev || v_next ~ '[A-Z]' and v_prev || v_next !~ '[a-z]'
        else false
      end;
      if v_is_open then
        v_opened := v_opened + 1;
        v_looks := array(select look || letter from unnest(v_looks) look, unnest(array['i', 'l']) letter);
      else
        v_looks := array(select look || translate(lower(v_char), '0123456789', 'olzeas6tbg') from unnest(v_looks) look);
      end if;
    end loop;
    -- Between consonants an l can only be read as i: mlra, lvan, ollvia. Ella and Elia stay distinct, as Karl and Kari.
    v_all := v_all || array(
      select format('%s|%s|%s', v_before, replace(replace(
        regexp_replace(look, '(?<=^|[^aeiouy~])l(?=[^aeiouyl~])', 'i', 'g'), 'rn', 'm'), 'vv', 'w'), v_after)
      from unnest(v_looks) look);
  end loop;
  return array(select distinct one collate "C" as one from unnest(v_all) one order by one);
end $$;
