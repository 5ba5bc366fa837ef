-- THE LIBRARY. Classes, titles and films are the house's and the same for everybody; what a member bought, where he
-- stopped and what he watched are his own, and begin with his bucket.
alter type ledger.kind add value 'purchase';
alter type ledger.kind add value 'purchase-refund';

create schema video;

create table video.class (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z][a-z0-9-]{0,31}$'),
  position smallint not null check (position between 0 and 999),
  -- By language: `{"en": {"name": "Nature"}}`.
  texts jsonb not null,
  hidden_at timestamptz
);

create table video.title (
  id uuid primary key,
  class_id uuid not null references video.class,
  -- By language: name and description.
  texts jsonb not null,
  -- From which age on; there is nothing for adults alone.
  age smallint not null check (age in (0, 6, 12, 16)),
  -- `house`: as the house says for all titles that say nothing themselves.
  access text not null default 'house' check (access in ('house', 'free', 'balance', 'bought')),
  balance bigint check (balance > 0),
  price bigint check (price > 0),
  hours integer check (hours between 1 and 87600),
  -- Where the full film begins; null: as the house says.
  start_ms integer check (start_ms >= 0),
  recommended boolean not null default false,
  -- The newest of its films that is ready. The encoder writes it; no foreign key, since films name their titles.
  film_id uuid,
  created_at timestamptz not null default clock.now(),
  -- From when on the staff want it shown; without a ready film it is not.
  published_at timestamptz,
  withdrawn_at timestamptz,
  check ((access = 'balance') = (balance is not null)),
  check ((access = 'bought') = (price is not null and hours is not null))
);
create index title_by_class on video.title (class_id, published_at desc, id)
  where published_at is not null and withdrawn_at is null;

-- One upload, and what became of it. A title may get another film; the one before stays for who is watching it.
create table video.film (
  id uuid primary key,
  title_id uuid not null references video.title,
  state text not null default 'uploading' check (state in ('uploading', 'waiting', 'encoding', 'ready', 'failed', 'removed')),
  file_name text not null check (char_length(file_name) between 1 and 255),
  bytes bigint not null check (bytes > 0),
  received bigint not null default 0 check (received between 0 and bytes),
  -- A code: what is wrong with the file, or what broke down.
  fault text,
  percent smallint not null default 0 check (percent between 0 and 100),
  tries smallint not null default 0,
  holder uuid,
  held_until timestamptz,
  duration_ms integer check (duration_ms > 0),
  preview_ms integer check (preview_ms > 0),
  -- What the encoder made: renditions, sprite; as the player is told.
  made jsonb,
  uploaded_by uuid,
  created_at timestamptz not null default clock.now(),
  ready_at timestamptz,
  check ((state = 'ready') <= (duration_ms is not null and made is not null)),
  check ((state = 'failed') = (fault is not null))
);
create index film_to_encode on video.film (created_at) where state in ('waiting', 'encoding');

-- A picture of the title, drawn anew by the server (WebP); without one the film's own stands for it.
create table video.cover (
  title_id uuid primary key references video.title,
  version text not null,
  picture bytea not null check (octet_length(picture) <= 512 * 1024)
);

create table video.captions (
  film_id uuid not null references video.film,
  locale text not null check (locale ~ '^[a-z]{2}(-[A-Za-z]{2,8})?$'),
  -- Of the file in the store; another text is another version.
  version text not null,
  primary key (film_id, locale)
);

-- What the house asks where a title says nothing, in versions that are kept.
create table video.terms (
  version integer primary key,
  access text not null check (access in ('free', 'balance')),
  balance bigint check (balance > 0),
  start_ms integer not null check (start_ms >= 0),
  set_by uuid,
  at timestamptz not null default clock.now(),
  check ((access = 'balance') = (balance is not null))
);

-- Bought for a time. The transfer of the same id took the price; a refund is a transfer of its own.
create table video.purchase (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  title_id uuid not null,
  day date not null,
  price bigint not null check (price > 0),
  at timestamptz not null,
  until timestamptz not null,
  refunded_at timestamptz,
  refunded_by uuid,
  primary key (bucket, member_id, id),
  -- Null where the house gave it back by itself: the title was taken away within the time that was paid for.
  check (refunded_by is null or refunded_at is not null)
);
create index purchase_of_title on video.purchase (bucket, member_id, title_id, until desc);
create index purchase_by_title on video.purchase (title_id, at desc);

-- Where he stopped: also his history, unless he keeps none.
create table video.progress (
  bucket smallint not null,
  member_id uuid not null,
  title_id uuid not null,
  position_ms integer not null check (position_ms >= 0),
  at timestamptz not null,
  primary key (bucket, member_id, title_id)
);
create index progress_by_time on video.progress (bucket, member_id, at desc);

create table video.choice (
  bucket smallint not null,
  member_id uuid not null,
  history boolean not null default true,
  access boolean not null default true,
  at timestamptz not null,
  primary key (bucket, member_id)
);

-- A play counts once a member and hour.
create table video.play (
  bucket smallint not null,
  member_id uuid not null,
  title_id uuid not null,
  hour timestamptz not null,
  counted boolean not null default false,
  primary key (bucket, member_id, title_id, hour)
);
create index play_to_count on video.play (title_id) where not counted;
-- How many plays were counted, by a job: a title that many watch at once is no row that all of them write.
create table video.plays (
  title_id uuid primary key references video.title,
  plays bigint not null default 0 check (plays >= 0)
);
