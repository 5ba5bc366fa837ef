-- risk

create schema risk;

-- When the job last looked for a member's signs of harm, and the time zone in which it counted nights: that of the
-- member's push settings, else UTC.
create table risk.assessment (
  bucket smallint not null,
  member_id uuid not null,
  at timestamptz not null,
  time_zone text not null,
  primary key (bucket, member_id)
);

-- Signs of harm in a member's own history, as last assessed. `figure` and `usual` are minor units for `spend`, minutes
-- for `time`, and counts for the others. `usual` is the member's own past, or what `figure` is a part of; null without
-- one. Only the job writes them. They decide nothing: the member reads them, and staff may talk with the member.
create table risk.indicator (
  bucket smallint not null,
  member_id uuid not null,
  kind text not null,
  level text not null,
  figure bigint not null,
  usual bigint,
  -- Since when the sign has been there at each assessment.
  since timestamptz not null,
  primary key (bucket, member_id, kind),
  constraint indicator_figure_check check (figure >= 0 and usual >= 0),
  constraint indicator_kind_check check (kind in ('spend', 'time', 'chasing', 'night', 'limit-raises',
    'failed-deposits', 'split-withdrawals', 'deposit-after-withdrawal', 'desk-contacts')),
  constraint indicator_level_check check (level in ('noted', 'high'))
);

-- Cases of staff: to talk with a member about their play. `reason` is `signs` (of harm) or `net-deposit` (a threshold
-- of the house is reached). `signs` are the signs at the opening: a list of `kind`, `level`, `figure` and `usual`.
create table risk.member_case (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  reason text not null,
  signs jsonb not null default '[]'::jsonb,
  -- Of `net-deposit`: the length of the span in days, the threshold, and what was deposited less what was paid out, in
  -- minor units.
  days smallint,
  threshold bigint,
  net bigint,
  opened_at timestamptz not null,
  -- From when on it waits for staff: its opening, then the day of the follow-up. Null: done.
  due_at timestamptz,
  closed_at timestamptz,
  primary key (bucket, member_id, id),
  constraint case_closed_check check ((due_at is null) = (closed_at is not null)),
  constraint case_net_deposit_check check (num_nonnulls(days, threshold, net) = case reason when 'net-deposit' then 3
    else 0 end),
  constraint case_reason_check check (reason in ('signs', 'net-deposit'))
);
create index case_due on risk.member_case (due_at, id) where due_at is not null;
create index case_opened on risk.member_case (opened_at, id);
create unique index case_of_signs on risk.member_case (bucket, member_id) where reason = 'signs' and due_at is not null;

-- Actions of staff on a case, with outcome and follow-up date. `action`: `message` sends the member the
-- club's message about its tools, `limit` suggests a stricter limit, `time-out` records one that the member asked for.
create table risk.interaction (
  bucket smallint not null,
  member_id uuid not null,
  case_id uuid not null,
  id uuid not null,
  staff_id uuid not null,
  action text not null,
  outcome text not null,
  words text not null,
  -- Null: the case is done.
  follow_up_at timestamptz,
  at timestamptz not null,
  primary key (bucket, member_id, case_id, id),
  constraint interaction_action_check check (action in ('message', 'call', 'limit', 'time-out', 'none')),
  constraint interaction_outcome_check check (outcome in ('sent', 'talked', 'no-answer', 'agreed', 'declined',
    'no-concern')),
  constraint interaction_words_check check (char_length(words) >= 10 and char_length(words) <= 2000)
);

-- Stricter limits that staff suggested. One applies only if the member accepts it. `answer` is null until the member
-- answers, or until another suggestion of the kind replaces it.
create table risk.limit_suggestion (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  case_id uuid not null,
  kind text not null,
  value bigint not null,
  at timestamptz not null,
  expires_at timestamptz not null,
  answer text,
  answered_at timestamptz,
  primary key (bucket, member_id, id),
  constraint limit_suggestion_answer_check check (answer in ('accepted', 'declined', 'replaced')),
  constraint limit_suggestion_answered_check check ((answer is null) = (answered_at is null)),
  constraint limit_suggestion_value_check check (value >= 0 and value < '9007199254740991'::bigint)
);
create unique index limit_suggestion_open on risk.limit_suggestion (bucket, member_id, kind) where answer is null;
