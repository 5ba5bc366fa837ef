-- video

create schema video;

-- Classes of the film library.
create table video.class (
  id uuid not null,
  slug text not null,
  "position" smallint not null,
  -- By language: `{"en": {"name": "Nature"}}`.
  texts jsonb not null,
  -- Written only by `video.hide_class`.
  hidden_at timestamptz,
  primary key (id),
  unique (slug),
  constraint class_position_check check (("position" >= 0) and ("position" <= 999)),
  constraint class_slug_check check (slug ~ '^[a-z][a-z0-9-]{0,31}$')
);

-- Titles of the film library. Their uploads are in `film`, their terms of access here or in `terms`.
create table video.title (
  id uuid not null,
  class_id uuid not null,
  -- By language: name, description and chapters (time in ms, title).
  texts jsonb not null,
  -- Minimum age in years; the library has no adult titles.
  age smallint not null,
  -- `house`: the house's terms apply.
  access text not null default 'house',
  balance bigint,
  price bigint,
  hours integer,
  -- Where the full film starts, in ms; null: the house's default.
  start_ms integer,
  recommended boolean not null default false,
  -- The newest ready film, written by the encoder. No foreign key: films refer to titles.
  film_id uuid,
  created_at timestamptz not null default clock.now(),
  -- Shown from this time on, once a film is ready.
  published_at timestamptz,
  -- Written only by `video.withdraw_title`.
  withdrawn_at timestamptz,
  -- When the title was moved into its class; null: never moved. A title that moves into a hidden class is hidden from
  -- then on. Written only by `video.move_title`.
  class_since timestamptz,
  search text generated always as (house.search_names(texts)) stored,
  primary key (id),
  foreign key (class_id) references video.class(id),
  constraint title_access_check check (access in ('house', 'free', 'balance', 'bought')),
  constraint title_age_check check (age = any (array[0, 6, 12, 16])),
  constraint title_balance_check check (balance > 0),
  constraint title_check check ((access = 'balance') = (balance is not null)),
  constraint title_check1 check ((access = 'bought') = (price is not null and hours is not null)),
  constraint title_hours_check check (hours >= 1 and hours <= 87600),
  constraint title_price_check check (price > 0),
  constraint title_start_ms_check check (start_ms >= 0)
);
create index title_by_class on video.title (class_id, published_at desc, id)
  where published_at is not null and withdrawn_at is null;

-- Uploads, and their encoding. A title may get another film; the previous one stays for members who are watching it.
create table video.film (
  id uuid not null,
  title_id uuid not null,
  state text not null default 'uploading',
  file_name text not null,
  bytes bigint not null,
  received bigint not null default 0,
  -- Error code: a defect of the file, or a failure of the encoder.
  fault text,
  percent smallint not null default 0,
  attempts smallint not null default 0,
  holder uuid,
  held_until timestamptz,
  duration_ms integer,
  preview_ms integer,
  -- Output of the encoder, in the player's format: renditions, sprite.
  made jsonb,
  uploaded_by uuid,
  created_at timestamptz not null default clock.now(),
  ready_at timestamptz,
  primary key (id),
  foreign key (title_id) references video.title(id),
  constraint film_bytes_check check (bytes > 0),
  constraint film_check check (received >= 0 and received <= bytes),
  constraint film_check1 check ((state = 'ready') <= (duration_ms is not null and made is not null)),
  constraint film_check2 check ((state = 'failed') = (fault is not null)),
  constraint film_duration_ms_check check (duration_ms > 0),
  constraint film_file_name_check check ((char_length(file_name) >= 1) and (char_length(file_name) <= 255)),
  constraint film_percent_check check (percent >= 0 and percent <= 100),
  constraint film_preview_ms_check check (preview_ms > 0),
  constraint film_state_check check (state in ('uploading', 'waiting', 'encoding', 'ready', 'failed', 'removed'))
);
create index film_to_encode on video.film (created_at) where state in ('waiting', 'encoding');

-- Caption files of a film, one per language.
create table video.captions (
  film_id uuid not null,
  locale text not null,
  -- Version of the file in the store.
  version text not null,
  primary key (film_id, locale),
  foreign key (film_id) references video.film(id),
  constraint captions_locale_check check (locale ~ '^[a-z]{2}(-[A-Za-z]{2,8})?$')
);

-- The member's choices for the library: whether to keep a history and a record of access.
create table video.choice (
  bucket smallint not null,
  member_id uuid not null,
  history boolean not null default true,
  access boolean not null default true,
  at timestamptz not null,
  primary key (bucket, member_id)
);

-- Cover of a title, re-encoded by the server (WebP). Without one, the film's own picture is shown.
create table video.cover (
  title_id uuid not null,
  version text not null,
  picture bytea not null,
  primary key (title_id),
  foreign key (title_id) references video.title(id),
  constraint cover_picture_check check (octet_length(picture) <= (512 * 1024))
);

-- Watch-later lists of members.
create table video.later (
  bucket smallint not null,
  member_id uuid not null,
  title_id uuid not null,
  at timestamptz not null,
  primary key (bucket, member_id, title_id)
);
create index later_by_time on video.later (bucket, member_id, at desc);

-- Plays; a title counts once per member and hour.
create table video.play (
  bucket smallint not null,
  member_id uuid not null,
  title_id uuid not null,
  hour timestamptz not null,
  counted boolean not null default false,
  primary key (bucket, member_id, title_id, hour)
);
create index play_to_count on video.play (title_id) where not counted;

-- Number of counted plays, updated by a job. So members who watch one title at once do not all write one row.
create table video.plays (
  title_id uuid not null,
  plays bigint not null default 0,
  primary key (title_id),
  foreign key (title_id) references video.title(id),
  constraint plays_plays_check check (plays >= 0)
);

-- Playback positions. They are also the member's history, unless they turned it off.
create table video.progress (
  bucket smallint not null,
  member_id uuid not null,
  title_id uuid not null,
  position_ms integer not null,
  at timestamptz not null,
  primary key (bucket, member_id, title_id),
  constraint progress_position_ms_check check (position_ms >= 0)
);
create index progress_by_time on video.progress (bucket, member_id, at desc);

-- Purchases of a title for a time; prices in minor units. The transfer with the same `ref` took the price; a refund is
-- another transfer.
create table video.purchase (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  title_id uuid not null,
  day date not null,
  price bigint not null,
  at timestamptz not null,
  until timestamptz not null,
  refunded_at timestamptz,
  refunded_by uuid,
  primary key (bucket, member_id, id),
  constraint purchase_check check (refunded_by is null or refunded_at is not null),
  constraint purchase_price_check check (price > 0)
);
-- For staff lists of all purchases by time, without a filter by title.
create index purchase_by_time on video.purchase (at desc, id desc);
create index purchase_by_title on video.purchase (title_id, at desc);
create index purchase_of_title on video.purchase (bucket, member_id, title_id, until desc);
alter table video.purchase enable row level security;
create policy purchase_read on video.purchase for select using (true);

-- Terms of access for titles without their own. Each change adds a version.
create table video.terms (
  version integer not null,
  access text not null,
  balance bigint,
  start_ms integer not null,
  set_by uuid,
  at timestamptz not null default clock.now(),
  primary key (version),
  constraint terms_access_check check (access in ('free', 'balance')),
  constraint terms_balance_check check (balance > 0),
  constraint terms_check check ((access = 'balance') = (balance is not null)),
  constraint terms_start_ms_check check (start_ms >= 0)
);

-- Buys a title: writes the purchase and posts its price together. Rule: the title is on sale at exactly this price and
-- time; throws TC001 otherwise. Executed by `api`.
--
-- The day comes from the clock: a caller that chose it could post into the partition of other days, and the partition
-- of that day could never be created. The key of the purchase refuses a second one with the same id, on any day.
create function video.buy_title(
  p_bucket smallint, p_member uuid, p_id uuid, p_title uuid, p_price bigint, p_hours integer
) returns void language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_now timestamptz := clock.now();
  v_day date := (v_now at time zone 'UTC')::date;
begin
  if (num_nulls(p_bucket, p_member, p_id) = 0 and video.is_on_sale(p_title, p_price, p_hours)) is not true then
    raise exception 'video.buy_title: not on sale at this price' using errcode = 'TC001';
  end if;
  insert into video.purchase (bucket, member_id, id, title_id, day, price, at, until)
    values (p_bucket, p_member, p_id, p_title, v_day, p_price, v_now, v_now + p_hours * interval '1 hour');
  perform ledger.post_one(p_bucket, p_member, v_day, p_id, 'purchase', 'available', 'sales', p_price);
end $$;

-- Refunds a purchase once. Throws TC001 if its price is not posted or is refunded already. No role may execute it.
create function video.give_back(p_bucket smallint, p_member uuid, p_id uuid, p_staff uuid) returns void
language plpgsql set search_path to pg_catalog, pg_temp as $$
declare
  v_now timestamptz := clock.now();
  v_day date;
  v_price bigint;
begin
  select p.day, p.price into v_day, v_price from video.purchase p
    where p.bucket = p_bucket and p.member_id = p_member and p.id = p_id and p.refunded_at is null for update;
  if ledger.is_posted(p_bucket, p_member, v_day, p_id, 'purchase', v_price) is not true then
    raise exception 'video.give_back: no such purchase, or given back before' using errcode = 'TC001';
  end if;
  update video.purchase p set refunded_at = v_now, refunded_by = p_staff
    where p.bucket = p_bucket and p.member_id = p_member and p.id = p_id;
  perform ledger.post_one(p_bucket, p_member, (v_now at time zone 'UTC')::date, p_id, 'purchase-refund',
    'sales', 'available', v_price);
end $$;

-- Hides a class, or shows it again. The time comes from the clock and stays while the class is hidden: purchases that
-- ran at that time are refunded, so a caller that chose it could refund others. Executed by `api`.
create function video.hide_class(p_id uuid, p_hidden boolean) returns void
language sql security definer set search_path to pg_catalog, pg_temp as $$
  update video.class c set hidden_at = case when p_hidden then coalesce(c.hidden_at, clock.now()) end
    where c.id = p_id $$;

-- Whether the house withdrew a title, or hid its class, while a purchase still ran, and the title has been away for
-- ten minutes. Only functions write the times, by the clock.
create function video.is_gone(p_title uuid, p_until timestamptz) returns boolean language sql stable as $$
  select exists (
    select 1 from (
      select least(t.withdrawn_at,
        case when c.hidden_at is not null then greatest(c.hidden_at, t.class_since) end) as gone_at
      from video.title t join video.class c on c.id = t.class_id where t.id = p_title
    ) g
    where g.gone_at < clock.now() - interval '10 minutes' and p_until > g.gone_at) $$;

-- Whether a title is on sale at exactly this price in minor units and time in hours.
create function video.is_on_sale(p_title uuid, p_price bigint, p_hours integer) returns boolean
language sql stable as $$
  select exists (
    select 1 from video.title t
    where t.id = p_title and t.access = 'bought' and t.price = p_price and t.hours = p_hours
      and t.published_at is not null and t.withdrawn_at is null) $$;

-- Whether staff decided to refund a purchase.
create function video.is_refund_agreed(p_id uuid, p_price bigint, p_staff uuid) returns boolean
language sql stable as $$
  -- Rule: one person of finance gave the instruction, which is still open.
  select staff.counts(array[p_staff], 'finance', false) = 1
    and exists (
      select 1 from staff.instruction i
      where i.what = 'purchase-refund' and i.subject = p_id and i.staff_id = p_staff and i.done_at is null)
    -- From the amount `two_people_from` on, two people of finance agreed: one proposed exactly this price, the other
    -- confirmed.
    and (p_price < payments.two_people_from() or exists (
      select 1 from staff.proposal p
      where p.what = 'purchase-refund' and p.subject = 'purchase/' || p_id and p.decision = 'confirmed'
        and p.decided_by = p_staff and p.proposed_by <> p.decided_by and p.body ->> 'priceMinor' = p_price::text
        and staff.counts(array[p.proposed_by, p.decided_by], 'finance', true) = 2)) $$;

-- Moves a title into another class, at the clock's time. Does nothing if the title is in that class. Executed by `api`.
create function video.move_title(p_id uuid, p_class uuid) returns void
language sql security definer set search_path to pg_catalog, pg_temp as $$
  update video.title t set class_id = p_class, class_since = clock.now() where t.id = p_id and t.class_id <> p_class $$;

-- Refunds a purchase by a decision of staff. Executed by `api`.
create function video.refund_purchase(p_bucket smallint, p_member uuid, p_id uuid, p_staff uuid) returns void
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_price bigint := (select p.price from video.purchase p
    where p.bucket = p_bucket and p.member_id = p_member and p.id = p_id);
begin
  if video.is_refund_agreed(p_id, v_price, p_staff) is not true then
    raise exception 'video.refund_purchase: not decided by enough people' using errcode = 'TC001';
  end if;
  perform video.give_back(p_bucket, p_member, p_id, p_staff);
end $$;

-- Refunds a purchase whose title the house withdrew. Executed by `jobs`.
create function video.refund_withdrawn(p_bucket smallint, p_member uuid, p_id uuid) returns void
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_title uuid;
  v_until timestamptz;
begin
  select p.title_id, p.until into v_title, v_until from video.purchase p
    where p.bucket = p_bucket and p.member_id = p_member and p.id = p_id;
  if video.is_gone(v_title, v_until) is not true then
    raise exception 'video.refund_withdrawn: the title is not gone' using errcode = 'TC001';
  end if;
  perform video.give_back(p_bucket, p_member, p_id, null);
end $$;

-- Withdraws a title, or returns it. The time comes from the clock and stays while the title is withdrawn: see
-- `video.hide_class`. Executed by `api`.
create function video.withdraw_title(p_id uuid, p_withdrawn boolean) returns void
language sql security definer set search_path to pg_catalog, pg_temp as $$
  update video.title t set withdrawn_at = case when p_withdrawn then coalesce(t.withdrawn_at, clock.now()) end
    where t.id = p_id $$;

alter table video.title enable row level security;
create policy title_add on video.title for insert with check (film_id is null);
create policy title_change on video.title for update using (true)
  with check ((film_id is null or (exists (select from video.film f
  where (f.id = title.film_id and f.title_id = title.id)))));
create policy title_read on video.title for select using (true);
