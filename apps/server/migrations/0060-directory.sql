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
  -- What the host wrote since, and waits to be looked at. Whoever approves names the version that he has read.
  draft jsonb,
  draft_version integer not null default 0,
  created_at timestamptz not null,
  paused_at timestamptz,
  -- By a report, until a person decides.
  hidden_at timestamptz,
  removed_at timestamptz
);
create index host_of_city on directory.host (city_id, id desc);

-- What somebody of the house saw, and how; never a copy of it.
create table directory.verification (
  id uuid primary key,
  host_id uuid not null references directory.host,
  kind text not null check (kind in ('identity', 'age')),
  seen_at timestamptz not null,
  until_at timestamptz not null,
  note text not null check (char_length(note) between 10 and 500),
  -- How old the host was; of an age alone.
  years smallint check (years >= 18),
  revoked_at timestamptz,
  check (until_at > seen_at),
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

-- Drawn anew by the server (WebP).
create table directory.picture (
  id uuid primary key,
  host_id uuid not null references directory.host,
  picture bytea not null check (octet_length(picture) <= 512 * 1024),
  at timestamptz not null,
  approved_at timestamptz,
  removed_at timestamptz
);
create index picture_of_host on directory.picture (host_id, id);

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

-- Who is shown. Every list, count, profile and picture reads this and nothing else.
create view directory.shown_host with (security_invoker = true) as
select h.id, h.city_id, h.services, h.languages, h.texts, v.seen_at as verified_at
from directory.host h
join directory.city c on c.id = h.city_id and c.hidden_at is null
join lateral (
  select i.seen_at from directory.verification i
  where i.host_id = h.id and i.kind = 'identity' and i.revoked_at is null
    and i.seen_at <= (select clock.now()) and i.until_at > (select clock.now())
  order by i.seen_at desc limit 1
) v on true
where h.texts is not null and h.paused_at is null and h.hidden_at is null and h.removed_at is null
  and exists (
    select from directory.verification a
    where a.host_id = h.id and a.kind = 'age' and a.years >= 18 and a.revoked_at is null
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

grant usage on schema directory to tercet_app;
grant select on directory.shown_host to tercet_app;
grant select, insert on directory.city, directory.host, directory.verification, directory.consent, directory.picture,
  directory.link, directory.guide to tercet_app;
grant update (texts, draft, draft_version, paused_at) on directory.host to tercet_app;
grant update (withdrawn_at) on directory.consent to tercet_app;
grant update (approved_at) on directory.picture to tercet_app;
grant update (ended_at) on directory.link to tercet_app;
