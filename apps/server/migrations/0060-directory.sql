-- THE CITY GUIDE. Cities and hosts are the same for everybody. No person may stand here who has not said yes to it, and
-- whose identity and age nobody has seen: `shown_host` is the one place that says who is shown.
create schema directory;

create table directory.city (
  id uuid primary key,
  -- By language: `{"en": {"name": "Darkhan"}}`.
  texts jsonb not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  tier smallint not null check (tier between 1 and 3),
  -- Told to everybody, so that a phone sorts by what is near: no position of a member ever comes to the house.
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  hidden_at timestamptz
);

create table directory.host (
  id uuid primary key,
  city_id uuid not null references directory.city,
  services text[] not null check (services <@ array['city-guide', 'interpreter', 'event-host', 'sports-partner',
    'club-table-host'] and cardinality(services) > 0),
  languages text[] not null check (cardinality(languages) > 0),
  -- By language: name and words, as they were approved last; null: nothing was yet.
  texts jsonb,
  -- What was written since, and waits to be looked at. Whoever approves names the version that he has read.
  draft jsonb,
  draft_version integer not null default 0,
  draft_by text check (draft_by in ('host', 'house')),
  -- Why the last words were not taken, for the host to read.
  draft_refused text check (char_length(draft_refused) <= 500),
  -- A drawn example of a play house, and no person.
  example boolean not null default false,
  created_at timestamptz not null,
  paused_at timestamptz,
  -- By reports, until a person has decided on each of them.
  hidden_at timestamptz,
  -- By somebody of the house, who has decided so.
  barred_at timestamptz,
  removed_at timestamptz,
  check ((draft is null) = (draft_by is null))
);
create index host_of_city on directory.host (city_id, id desc);

-- What somebody of the house saw, and how; never a copy of it. It counts once somebody else has looked at it as well.
create table directory.verification (
  id uuid primary key,
  host_id uuid not null references directory.host,
  kind text not null check (kind in ('identity', 'age')),
  seen_at timestamptz not null,
  until_at timestamptz not null,
  note text not null check (char_length(note) between 10 and 500),
  -- How old the host was; of an age alone.
  years smallint check (years >= 18),
  noted_by uuid not null,
  confirmed_by uuid,
  confirmed_at timestamptz,
  revoked_at timestamptz,
  check (until_at > seen_at),
  check ((confirmed_by is null) = (confirmed_at is null)),
  check (confirmed_by <> noted_by),
  check ((kind = 'age') = (years is not null))
);
create index verification_of_host on directory.verification (host_id, kind, seen_at desc);

-- Given by the host alone, through the private link.
create table directory.consent (
  id uuid primary key,
  host_id uuid not null references directory.host,
  at timestamptz not null,
  until_at timestamptz not null,
  withdrawn_at timestamptz,
  check (until_at > at)
);
create index consent_of_host on directory.consent (host_id, at desc);

-- Drawn anew by the server (WebP). Of one that was removed only the row stays: its address says that it is gone.
create table directory.picture (
  id uuid primary key,
  host_id uuid not null references directory.host,
  -- Made by whoever sends it: it is taken once, however often it comes.
  key uuid not null,
  picture bytea check (octet_length(picture) <= 1024 * 1024),
  place integer not null,
  sent_by text not null check (sent_by in ('host', 'house')),
  at timestamptz not null,
  approved_at timestamptz,
  removed_at timestamptz,
  unique (host_id, key),
  check ((picture is null) = (removed_at is not null))
);
create index picture_of_host on directory.picture (host_id, place, id);

-- A host's private link: another one ends the one before.
create table directory.link (
  id uuid primary key,
  host_id uuid not null references directory.host,
  token_hash bytea not null unique,
  at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create unique index link_of_host on directory.link (host_id) where ended_at is null;

-- What the guide says of itself, in versions that are kept; by language.
create table directory.guide (
  version integer primary key,
  texts jsonb not null,
  set_by uuid,
  at timestamptz not null
);

-- What a member says is wrong with a profile.
create table directory.report (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  key uuid not null,
  host_id uuid not null,
  reason text not null check (reason in ('age', 'consent', 'identity', 'sexual', 'fraud', 'other')),
  words text not null check (char_length(words) <= 2000),
  at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid,
  outcome text check (outcome in ('upheld', 'dismissed', 'abusive')),
  -- What the member is told.
  answer text check (char_length(answer) <= 2000),
  primary key (bucket, member_id, id),
  unique (bucket, member_id, key),
  check ((decided_at is null) = (decided_by is null)),
  check ((decided_at is null) = (outcome is null)),
  check ((decided_at is null) = (answer is null))
);
create unique index report_open on directory.report (bucket, member_id, host_id) where decided_at is null;
create index report_of_host on directory.report (host_id) where decided_at is null;
create index report_by_time on directory.report (at, id);

-- Pictures that a member adds to a report, drawn anew by the server.
create table directory.evidence (
  bucket smallint not null,
  member_id uuid not null,
  report_id uuid not null,
  n smallint not null check (n between 1 and 3),
  key uuid not null,
  content bytea not null check (octet_length(content) <= 4194304),
  at timestamptz not null,
  primary key (bucket, member_id, report_id, n),
  unique (bucket, member_id, key),
  foreign key (bucket, member_id, report_id) references directory.report (bucket, member_id, id)
);

-- Who is shown. Every list, count, profile and picture reads this and nothing else.
create view directory.shown_host with (security_invoker = true) as
select h.id, h.city_id, h.services, h.languages, h.texts, h.example, v.seen_at as verified_at
from directory.host h
join directory.city c on c.id = h.city_id and c.hidden_at is null
join lateral (
  select i.seen_at from directory.verification i
  where i.host_id = h.id and i.kind = 'identity' and i.confirmed_at is not null and i.revoked_at is null
    and i.seen_at <= (select clock.now()) and i.until_at > (select clock.now())
  order by i.seen_at desc limit 1
) v on true
where h.texts is not null
  and h.paused_at is null and h.hidden_at is null and h.barred_at is null and h.removed_at is null
  and exists (
    select from directory.verification a
    where a.host_id = h.id and a.kind = 'age' and a.years >= 18
      and a.confirmed_at is not null and a.revoked_at is null
      and a.seen_at <= (select clock.now()) and a.until_at > (select clock.now())
  )
  and exists (
    select from directory.consent y
    where y.host_id = h.id and y.withdrawn_at is null
      and y.at <= (select clock.now()) and y.until_at > (select clock.now())
  )
  and exists (
    select from directory.picture p
    where p.host_id = h.id and p.approved_at is not null and p.removed_at is null
  );

-- What is over stays over, also for the server's own role: a yes that was taken back, a look that counts no more, a
-- report that is decided, a picture and a host that were removed, a link that has ended.
alter table directory.host enable row level security;
alter table directory.verification enable row level security;
alter table directory.consent enable row level security;
alter table directory.picture enable row level security;
alter table directory.link enable row level security;
alter table directory.report enable row level security;
create policy seen on directory.host for select using (true);
create policy seen on directory.verification for select using (true);
create policy seen on directory.consent for select using (true);
create policy seen on directory.picture for select using (true);
create policy seen on directory.link for select using (true);
create policy seen on directory.report for select using (true);
create policy added on directory.host for insert
  with check (texts is null and hidden_at is null and barred_at is null and removed_at is null);
create policy changed on directory.host for update using (removed_at is null) with check (true);
create policy added on directory.verification for insert
  with check (confirmed_at is null and revoked_at is null);
create policy confirmed on directory.verification for update
  using (confirmed_at is null and revoked_at is null) with check (confirmed_at is not null and revoked_at is null);
create policy revoked on directory.verification for update
  using (revoked_at is null) with check (revoked_at is not null);
create policy added on directory.consent for insert with check (withdrawn_at is null);
create policy withdrawn on directory.consent for update
  using (withdrawn_at is null) with check (withdrawn_at is not null);
create policy added on directory.picture for insert
  with check (approved_at is null and removed_at is null);
create policy changed on directory.picture for update using (removed_at is null) with check (true);
create policy added on directory.link for insert with check (ended_at is null);
create policy ended on directory.link for update
  using (ended_at is null) with check (ended_at is not null);
create policy added on directory.report for insert with check (decided_at is null);
create policy decided on directory.report for update
  using (decided_at is null) with check (decided_at is not null);
