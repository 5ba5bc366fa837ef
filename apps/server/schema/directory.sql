-- directory

create schema directory;

-- Cities of the guide.
create table directory.city (
  id uuid not null,
  -- By language: `{"en": {"name": "Darkhan"}}`.
  texts jsonb not null,
  country text not null,
  tier smallint not null,
  -- Public coordinates. The phone sorts cities by distance itself, so a member's position never reaches the house.
  latitude double precision not null,
  longitude double precision not null,
  hidden_at timestamptz,
  search text generated always as (house.search_names(texts)) stored,
  primary key (id),
  constraint city_country_check check (country ~ '^[A-Z]{2}$'),
  constraint city_latitude_check check (latitude between -90 and 90),
  constraint city_longitude_check check (longitude between -180 and 180),
  constraint city_tier_check check (tier >= 1 and tier <= 3)
);

-- Hosts of the guide. Members see a host through the view `shown_host`.
create table directory.host (
  id uuid not null,
  city_id uuid not null,
  services text[] not null,
  languages text[] not null,
  -- Approved name and text by language. Null before the first approval.
  texts jsonb,
  -- Text that waits for approval. An approval names the draft version that the reviewer read.
  draft jsonb,
  draft_version integer not null default 0,
  draft_by text,
  -- Why the last draft was refused. The host sees it.
  draft_refused text,
  -- Days on which the host can be booked: ISO weekdays (1 is Monday), less single dates. The host sets both.
  weekdays smallint[] not null default '{1,2,3,4,5,6,7}',
  days_off date[] not null default '{}',
  -- A generated example of a play house, not a person.
  example boolean not null default false,
  created_at timestamptz not null,
  paused_at timestamptz,
  -- Hidden by reports until staff decide.
  hidden_at timestamptz,
  -- Barred by staff.
  barred_at timestamptz,
  removed_at timestamptz,
  search text generated always as (house.search_names(COALESCE(texts, draft))) stored,
  primary key (id),
  foreign key (city_id) references directory.city(id),
  constraint host_check check ((draft is null) = (draft_by is null)),
  constraint host_days_off_check check (cardinality(days_off) <= 120),
  constraint host_weekdays_check check (weekdays <@ '{1,2,3,4,5,6,7}'),
  constraint host_draft_by_check check (draft_by in ('host', 'house')),
  constraint host_draft_refused_check check (char_length(draft_refused) <= 500),
  constraint host_languages_check check (cardinality(languages) > 0),
  constraint host_services_check check ((services <@ array['city-guide', 'interpreter', 'event-host',
    'sports-partner', 'club-table-host']) and (cardinality(services) > 0))
);
create index host_of_city on directory.host (city_id, id desc);
alter table directory.host enable row level security;
create policy added on directory.host for insert
  with check ((texts is null and hidden_at is null and barred_at is null and removed_at is null));
create policy changed on directory.host for update using (removed_at is null) with check (true);
create policy seen on directory.host for select using (true);

-- A host's consent to be listed, for a time. Only the host gives it, through their private link.
create table directory.consent (
  id uuid not null,
  host_id uuid not null,
  at timestamptz not null,
  until_at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (id),
  foreign key (host_id) references directory.host(id),
  constraint consent_check check (until_at > at)
);
create index consent_of_host on directory.consent (host_id, at desc);
alter table directory.consent enable row level security;
create policy added on directory.consent for insert with check (withdrawn_at is null);
create policy seen on directory.consent for select using (true);
create policy withdrawn on directory.consent for update using (withdrawn_at is null)
  with check (withdrawn_at is not null);

-- A member's report about a profile.
create table directory.report (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  key uuid not null,
  host_id uuid not null,
  reason text not null,
  words text not null,
  at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid,
  outcome text,
  -- The answer to the member.
  answer text,
  primary key (bucket, member_id, id),
  unique (bucket, member_id, key),
  constraint report_answer_check check (char_length(answer) <= 2000),
  constraint report_check check ((decided_at is null) = (decided_by is null)),
  constraint report_check1 check ((decided_at is null) = (outcome is null)),
  constraint report_check2 check ((decided_at is null) = (answer is null)),
  constraint report_outcome_check check (outcome in ('upheld', 'dismissed', 'abusive')),
  constraint report_reason_check check (reason in ('age', 'consent', 'identity', 'sexual', 'fraud', 'other')),
  constraint report_words_check check (char_length(words) <= 2000)
);
create index report_by_time on directory.report (at, id);
create index report_of_host on directory.report (host_id) where decided_at is null;
create unique index report_open on directory.report (bucket, member_id, host_id) where decided_at is null;
alter table directory.report enable row level security;
create policy added on directory.report for insert with check (decided_at is null);
create policy decided on directory.report for update using (decided_at is null) with check (decided_at is not null);
create policy seen on directory.report for select using (true);

-- Pictures that a member adds to a report, re-encoded by the server.
create table directory.evidence (
  bucket smallint not null,
  member_id uuid not null,
  report_id uuid not null,
  n smallint not null,
  key uuid not null,
  content bytea not null,
  at timestamptz not null,
  primary key (bucket, member_id, report_id, n),
  unique (bucket, member_id, key),
  foreign key (bucket, member_id, report_id) references directory.report(bucket, member_id, id),
  constraint evidence_content_check check (octet_length(content) <= 4194304),
  constraint evidence_n_check check (n >= 1 and n <= 3)
);

-- Introductory text of the guide, by language. Each change adds a version.
create table directory.guide (
  version integer not null,
  texts jsonb not null,
  set_by uuid,
  at timestamptz not null,
  primary key (version)
);

-- A host that a member keeps in their own list.
create table directory.favourite (
  bucket smallint not null,
  member_id uuid not null,
  host_id uuid not null,
  at timestamptz not null,
  primary key (bucket, member_id, host_id)
);

-- A member's request to book a host, with the concierge's proposal. The conversation `thread_id` names the host. Every
-- change of state adds 1 to `version`. No foreign keys: a request outlives the rows of host and conversation.
create table directory.booking (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  key uuid not null,
  host_id uuid not null,
  thread_id uuid not null,
  service text not null,
  language text not null,
  -- Date and time on the clock of the host's city, as requested.
  day date not null,
  hour text not null,
  note text not null,
  state text not null,
  version integer not null,
  -- The concierge's proposal; null before the first. An agreed request without one is agreed as requested.
  proposed_day date,
  proposed_hour text,
  proposed_note text,
  -- Who ended it, once declined. `gone`: the host is no longer shown.
  declined_by text,
  declined_why text,
  -- The member has no message yet that the host is gone.
  untold boolean not null default false,
  at timestamptz not null,
  changed_at timestamptz not null,
  primary key (bucket, member_id, id),
  unique (bucket, member_id, key),
  unique (bucket, member_id, thread_id),
  constraint booking_check check ((proposed_day is null) = (proposed_hour is null)),
  constraint booking_check1 check ((proposed_day is null) = (proposed_note is null)),
  constraint booking_check2 check ((state = 'declined') = (declined_by is not null)),
  constraint booking_check3 check ((declined_why is not null) = coalesce(declined_by = 'house', false)),
  constraint booking_declined_by_check check (declined_by in ('member', 'house', 'gone')),
  constraint booking_declined_why_check check (char_length(declined_why) <= 500),
  constraint booking_hour_check check (hour ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  constraint booking_language_check check (char_length(language) <= 20),
  constraint booking_note_check check (char_length(note) <= 1000),
  constraint booking_proposed_hour_check check (proposed_hour ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  constraint booking_proposed_note_check check (char_length(proposed_note) <= 500),
  constraint booking_service_check check (service in ('city-guide', 'interpreter', 'event-host', 'sports-partner',
    'club-table-host')),
  constraint booking_state_check check (state in ('asked', 'proposed', 'agreed', 'declined', 'done')),
  constraint booking_version_check check (version >= 1)
);
create index booking_of_host on directory.booking (host_id) where state in ('asked', 'proposed', 'agreed');
-- Lists of staff, by day and time.
create index booking_by_start on directory.booking ((((coalesce(proposed_day, day) - date '2000-01-01') * 1440
  + left(coalesce(proposed_hour, hour), 2)::integer * 60) + right(coalesce(proposed_hour, hour), 2)::integer), id);
-- The queue of requests without an answer.
create index booking_waiting on directory.booking (at) where state = 'asked';
create index booking_untold on directory.booking (changed_at) where untold;
alter table directory.booking enable row level security;
create policy added on directory.booking for insert with check (state = 'asked' and version = 1);
create policy changed on directory.booking for update using (state in ('asked', 'proposed', 'agreed')) with check (true);
create policy seen on directory.booking for select using (true);

-- A host's private link. A new link ends the previous one.
create table directory.link (
  id uuid not null,
  host_id uuid not null,
  token_hash bytea not null,
  at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (id),
  unique (token_hash),
  foreign key (host_id) references directory.host(id)
);
create unique index link_of_host on directory.link (host_id) where ended_at is null;
alter table directory.link enable row level security;
create policy added on directory.link for insert with check (ended_at is null);
create policy ended on directory.link for update using (ended_at is null) with check (ended_at is not null);
create policy seen on directory.link for select using (true);

-- Pictures of hosts, re-encoded by the server (WebP). A removed picture keeps its row without the bytes, so its
-- address answers "gone".
create table directory.picture (
  id uuid not null,
  host_id uuid not null,
  -- Idempotency key of the sender: a retry is stored once.
  key uuid not null,
  picture bytea,
  place integer not null,
  sent_by text not null,
  at timestamptz not null,
  approved_at timestamptz,
  removed_at timestamptz,
  primary key (id),
  unique (host_id, key),
  foreign key (host_id) references directory.host(id),
  constraint picture_check check ((picture is null) = (removed_at is not null)),
  constraint picture_picture_check check (octet_length(picture) <= (1024 * 1024)),
  constraint picture_sent_by_check check (sent_by in ('host', 'house'))
);
create index picture_of_host on directory.picture (host_id, place, id);
alter table directory.picture enable row level security;
create policy added on directory.picture for insert with check ((approved_at is null and removed_at is null));
create policy changed on directory.picture for update using (removed_at is null) with check (true);
create policy seen on directory.picture for select using (true);

-- A check of a host's identity or age by staff: what they saw and how, never a copy of it. It is valid once a second
-- person has confirmed it.
create table directory.verification (
  id uuid not null,
  host_id uuid not null,
  kind text not null,
  verified_at timestamptz not null,
  until_at timestamptz not null,
  note text not null,
  -- The host's age in years. Null unless `kind` is `age`.
  years smallint,
  noted_by uuid not null,
  confirmed_by uuid,
  confirmed_at timestamptz,
  revoked_at timestamptz,
  primary key (id),
  foreign key (host_id) references directory.host(id),
  constraint verification_check check (until_at > verified_at),
  constraint verification_check1 check ((confirmed_by is null) = (confirmed_at is null)),
  constraint verification_check2 check (confirmed_by <> noted_by),
  constraint verification_check3 check ((kind = 'age') = (years is not null)),
  constraint verification_kind_check check (kind in ('identity', 'age')),
  constraint verification_note_check check ((char_length(note) >= 10) and (char_length(note) <= 500)),
  constraint verification_years_check check (years >= 18)
);
create index verification_of_host on directory.verification (host_id, kind, verified_at desc);
alter table directory.verification enable row level security;
create policy added on directory.verification for insert with check ((confirmed_at is null and revoked_at is null));
create policy confirmed on directory.verification for update using ((confirmed_at is null and revoked_at is null))
  with check ((confirmed_at is not null and revoked_at is null));
create policy revoked on directory.verification for update using (revoked_at is null)
  with check (revoked_at is not null);
create policy seen on directory.verification for select using (true);

-- Erases pictures, text, links and check notes of hosts who were removed, or whose last consent ended, a year ago. At
-- most 1,000 hosts per call; returns how many. The rows of host, consents and checks stay. They prove that no person
-- was listed without consent.
create function directory.forget_hosts() returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_gone constant timestamptz := clock.now() - interval '1 year';
  v_erased constant text := 'Erased after a year.';
  v_host uuid;
  v_count integer := 0;
begin
  for v_host in
    select h.id from directory.host h
    where (h.removed_at < v_gone or (h.created_at < v_gone and not exists (
        select from directory.consent c
        where c.host_id = h.id and least(coalesce(c.withdrawn_at, 'infinity'), c.until_at) >= v_gone)))
      and (h.texts is not null or h.draft is not null
        or exists (select from directory.picture p where p.host_id = h.id)
        or exists (select from directory.link l where l.host_id = h.id)
        or exists (select from directory.verification v where v.host_id = h.id and v.note <> v_erased))
    limit 1000
  loop
    delete from directory.picture p where p.host_id = v_host;
    delete from directory.link l where l.host_id = v_host;
    update directory.verification v set note = v_erased where v.host_id = v_host;
    update directory.host h set texts = null, draft = null, draft_by = null, draft_refused = null where h.id = v_host;
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;

-- Hosts that members may see. Every list, count, profile and picture reads this view and nothing else. A host is shown
-- if they have approved text, an approved picture, a valid consent, and confirmed checks of identity and age. They are
-- not paused, hidden, barred or removed, and their city is not hidden.
create view directory.shown_host with (security_invoker = true) as
select h.id, h.city_id, h.services, h.languages, h.texts, h.example, v.verified_at, h.weekdays, h.days_off
from directory.host h
join directory.city c on c.id = h.city_id and c.hidden_at is null
join lateral (
  select i.verified_at from directory.verification i
  where i.host_id = h.id and i.kind = 'identity' and i.confirmed_at is not null and i.revoked_at is null
    and i.verified_at <= (select clock.now()) and i.until_at > (select clock.now())
  order by i.verified_at desc limit 1
) v on true
where h.texts is not null
  and h.paused_at is null and h.hidden_at is null and h.barred_at is null and h.removed_at is null
  and exists (
    select from directory.verification a
    where a.host_id = h.id and a.kind = 'age' and a.years >= 18
      and a.confirmed_at is not null and a.revoked_at is null
      and a.verified_at <= (select clock.now()) and a.until_at > (select clock.now())
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

-- Declines open booking requests for hosts who are no longer shown; with `p_host`, for that host alone. At most 500
-- requests per call, locked in the order of their keys. Returns their number.
create function directory.end_bookings(p_host uuid) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_gone constant uuid[] := array(
    select h.id from directory.host h
    where h.id in (select b.host_id from directory.booking b
        where b.state in ('asked', 'proposed', 'agreed') and (p_host is null or b.host_id = p_host))
      and not exists (select from directory.shown_host s where s.id = h.id));
  v_count integer;
begin
  with due as materialized (
    select b.bucket, b.member_id, b.id from directory.booking b
    where b.host_id = any (v_gone) and b.state in ('asked', 'proposed', 'agreed')
    order by b.bucket, b.member_id, b.id limit 500 for update)
  update directory.booking b
  set state = 'declined', declined_by = 'gone', untold = true, version = b.version + 1, changed_at = clock.now()
  from due d
  where b.bucket = d.bucket and b.member_id = d.member_id and b.id = d.id
    and b.state in ('asked', 'proposed', 'agreed');
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Requests that `end_bookings` ended and whose members have no message of it yet, at most 500. Marks them, so that of
-- two concurrent calls only one returns a request.
create function directory.take_ended() returns table (bucket smallint, member_id uuid, thread_id uuid)
  language sql security definer set search_path = pg_catalog, pg_temp as $$
  with due as materialized (
    select b.bucket, b.member_id, b.id from directory.booking b
    where b.untold order by b.changed_at limit 500 for update skip locked)
  update directory.booking b set untold = false from due d
  where b.bucket = d.bucket and b.member_id = d.member_id and b.id = d.id
  returning b.bucket, b.member_id, b.thread_id
$$;
