-- house

create schema house;

-- Admission rules of a live house: minimum age, countries, and for how many hours an answer of the exclusion register
-- counts. Each version is in force from `at`. A play house has none.
create table house.admission_rule (
  version integer not null,
  age_min smallint not null,
  countries text[] not null,
  -- Null: the house asks no register.
  register_hours smallint,
  at timestamptz not null default clock.now(),
  primary key (version),
  constraint admission_rule_age_min_check check (age_min >= 18 and age_min <= 99),
  constraint admission_rule_register_hours_check check (register_hours between 1 and 168),
  constraint admission_rule_version_check check (version > 0)
);

-- Banners on Home, shown from `from_at` until `until_at` unless withdrawn.
create table house.banner (
  id uuid not null,
  title text not null,
  body text not null,
  link text,
  "position" smallint not null,
  -- Translations by language. `title` and `body` are in the house's own language.
  texts jsonb not null default '{}'::jsonb,
  made text,
  picture bytea,
  version text,
  from_at timestamptz,
  until_at timestamptz,
  withdrawn_at timestamptz,
  primary key (id),
  constraint banner_picture_check check ((octet_length(picture) >= 1) and (octet_length(picture) <= 262144)),
  constraint banner_picture_has_version check ((picture is null) = (version is null)),
  constraint banner_picture_is_one check (made is null or picture is null)
);

-- The one row about the house: its name, origin, mode, currency with its decimals (`exponent`), and default language.
create table house.house (
  only_row boolean not null default true,
  name text not null,
  origin text not null,
  mode text not null,
  currency text not null,
  exponent smallint not null,
  locale text not null,
  starting_credits bigint not null,
  support_hours text not null,
  primary key (only_row),
  unique (mode),
  constraint house_exponent_check check (exponent >= 0 and exponent <= 4),
  constraint house_mode_check check (mode in ('play', 'live')),
  constraint house_only_row_check check (only_row),
  constraint house_starting_credits_check check (starting_credits >= 0)
);

-- Notices to all members. `code` and `params` name a text of the app. Without a code, the text is in `notice_text`.
create table house.notice (
  id uuid not null,
  from_at timestamptz,
  until_at timestamptz,
  withdrawn_at timestamptz,
  code text,
  params jsonb not null default '{}'::jsonb,
  -- Version of the texts in force.
  version integer not null default 1,
  -- Time of the last correction of texts that members had seen.
  edited_at timestamptz,
  primary key (id),
  constraint notice_check check (until_at > from_at)
);
create index notice_shown on house.notice (from_at desc, id desc) where withdrawn_at is null;

-- Text of a notice, one row per version and language. A correction adds a version.
create table house.notice_text (
  notice_id uuid not null,
  version integer not null default 1,
  locale text not null,
  title text not null,
  body text not null,
  primary key (notice_id, version, locale),
  foreign key (notice_id) references house.notice(id),
  constraint notice_text_locale_check check (locale in ('mn', 'tg', 'ar', 'ko', 'en', 'es', 'hy', 'vi', 'ms', 'th',
    'zh-Hant', 'ja')),
  constraint notice_text_title_check check (title <> '')
);

-- Uploaded logos of the house, re-encoded by the server as WebP. Members see the one that the face in force names.
create table house.logo (
  -- SHA-256 of the picture's bytes, so a new picture has a new address.
  id text not null,
  picture bytea not null,
  at timestamptz not null default clock.now(),
  primary key (id),
  constraint logo_id_check check (id ~ '^[0-9a-f]{64}$'),
  constraint logo_picture_check check (octet_length(picture) between 1 and 262144)
);

-- Name, accents and logo that members see. Rows are immutable; the last version is in force. Without a row, members see
-- the founding name and the app's own mark and colours.
create table house.face (
  version integer not null,
  name text not null,
  -- `#rrggbb`, for the light and the dark theme.
  accent_light text not null,
  accent_dark text not null,
  -- Behind the logo in the app's icons: the app's paper or the accent of the light theme.
  ground text not null,
  -- Null: the app's own mark.
  logo text,
  set_by uuid not null,
  at timestamptz not null default clock.now(),
  primary key (version),
  foreign key (logo) references house.logo(id),
  constraint face_version_check check (version > 0),
  constraint face_name_check check (char_length(name) between 1 and 40),
  constraint face_accent_light_check check (accent_light ~ '^#[0-9a-f]{6}$'),
  constraint face_accent_dark_check check (accent_dark ~ '^#[0-9a-f]{6}$'),
  constraint face_ground_check check (ground in ('paper', 'accent'))
);

-- App icons of a version of the face with a logo, as PNG.
create table house.icon (
  version integer not null,
  name text not null,
  picture bytea not null,
  primary key (version, name),
  foreign key (version) references house.face(version),
  constraint icon_name_check check (name in ('icon-180', 'icon-192', 'icon-512', 'maskable-512')),
  constraint icon_picture_check check (octet_length(picture) between 1 and 1048576)
);

-- Logos and names of the ways to pay. They are public, before sign-in too. Each logo is one of the house's own
-- drawings (`made`) or a picture that the server re-encoded.
create table house.payment_logo (
  id uuid not null,
  name text not null,
  made text,
  picture bytea,
  -- Derived from the picture's bytes, so a new picture has a new address.
  version text,
  place smallint not null,
  hidden_at timestamptz,
  primary key (id),
  constraint payment_logo_check check ((made is null) <> (picture is null)),
  constraint payment_logo_check1 check ((picture is null) = (version is null)),
  constraint payment_logo_made_check check (made in ('card', 'bank', 'wallet')),
  constraint payment_logo_name_check check ((char_length(name) >= 1) and (char_length(name) <= 40)),
  constraint payment_logo_picture_check check ((octet_length(picture) >= 1) and (octet_length(picture) <= 65536)),
  constraint payment_logo_place_check check (place >= 0 and place <= 999)
);

-- Service information of the house. Rows are immutable; the last version is in force.
create table house.service (
  version integer not null,
  open boolean not null,
  hours text not null,
  url text,
  -- By language; fields `arrival`, `helpTitle` and `helpText`.
  texts jsonb not null,
  set_by uuid not null,
  at timestamptz not null default clock.now(),
  primary key (version),
  constraint service_hours_check check ((char_length(hours) >= 1) and (char_length(hours) <= 100)),
  constraint service_url_check check (url ~ '^https://'),
  constraint service_version_check check (version > 0)
);

-- The switch for the whole house: `money-in` covers top-ups, bets and purchases. The last row is in force. Each row is
-- also an entry of the book. Withdrawals have no switch.
create table house.switch (
  what text not null,
  id uuid not null,
  open boolean not null,
  reason text not null,
  at timestamptz not null,
  primary key (what, id),
  constraint switch_what_check check (what = 'money-in')
);
create index switch_last on house.switch (what, at desc, id desc);

-- Collation for lower() of all scripts, independent of the database's locale. Built into PostgreSQL 17 and newer.
do $$ begin
  if current_setting('server_version_num')::integer >= 170000 then
    create collation house.unicode (provider = builtin, locale = 'C.UTF-8');
  else
    create collation house.unicode (provider = libc, locale = 'C.UTF-8');
  end if;
end $$;

-- Normalizes text for search: case, accents, spaces and digits. Also maps apostrophes, hyphens, quotes and dots of
-- other keyboards. Drops the marks of the Quran, maps the wasla, and converts digits of Devanagari, Bengali and
-- Mongolian.
create function house.search_base(p_text text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(
    replace(replace(replace(replace(
      translate(
        normalize(
          regexp_replace(
            normalize(
              lower(
                regexp_replace(
                  -- Must precede NFKC, which turns a standalone acute accent into a space.
                  normalize(translate(p_text, '´`ʻʽʹ′‛ˈ', ''''''''''''''''''), nfkc),
                  '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f]'
                    || '|[\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000E0000-\U000E0FFF]',
                  '', 'g')
                collate house.unicode),
              nfd),
            '[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8]'
              || '|[\u06ea-\u06ed]', '', 'g'),
          nfc),
        'đðħıłŧøəςөүғқҳҷґӊңһҗىیکةٱ’‘ʼ`‐‑‒–—―−“”„‟″•‧∙⋅・'
          || '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹๐๑๒๓๔๕๖๗๘๙'
          || '०१२३४५६७८९০১২৩৪৫৬৭৮৯᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙',
        'ddhiltoeσоугкхчгннхжييكها''''''''-------"""""·····'
          || '012345678901234567890123456789'
          || '012345678901234567890123456789'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '\s+', ' ', 'g'));

-- As `search_base`, with ae, oe, ue and aa as one letter: MUELLER finds Müller, and HAAKON finds Håkon.
create function house.search_form(p_text text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(house.search_base(p_text), '([aou])e|a(a)', '\1\2', 'g');

-- As `search_form`, in one word: NIGHT-TRAIN finds Night Train, and ULAAN BAATAR finds Ulaanbaatar.
create function house.search_joined(p_text text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(house.search_form(p_text), '[\s!-/:-@\[-`{-~¡-¿·、。，！？：；「」『』（）]+', '', 'g');

-- Returns the words of a text between spaces, each in the form of `search_joined`.
create function house.search_words(p_text text) returns text[]
  language sql immutable strict parallel safe
  return (
    select coalesce(array_agg(w.form), '{}')
    from (select house.search_joined(t.word) as form
      from regexp_split_to_table(house.search_base(p_text), '\s') as t(word)) w
    where w.form <> '');

-- Returns the forms in which the names of all languages are searched, one per line.
create function house.search_names(p_texts jsonb) returns text
  language sql immutable parallel safe
  return (
    select coalesce(string_agg(concat_ws(E'\n', house.search_base(w.name), house.search_joined(w.name)), E'\n'), '')
    from (select t.value ->> 'name' as name from jsonb_each(coalesce(p_texts, '{}')) t) w);

-- Opens or closes money in, and appends the entry to the book. Rule: after a closing by faults (`ledger-wrong`), only
-- a `reviewed` opening that two people confirmed since then is allowed. `reviewed` is valid only in that case.
-- Otherwise throws 42501. Executed by `jobs`.
create function house.write_switch(p_id uuid, p_open boolean, p_reason text) returns void
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_last house.switch;
  v_by_faults boolean;
  v_now timestamptz;
begin
  perform book.take_head();
  v_now := clock.now();
  select s.* into v_last from house.switch s where s.what = 'money-in' order by s.at desc, s.id desc limit 1;
  v_by_faults := coalesce(not v_last.open and v_last.reason = 'ledger-wrong', false);
  if num_nulls(p_id, p_open, p_reason) > 0
      or (v_by_faults or p_open and p_reason = 'reviewed') and (v_by_faults and p_open and p_reason = 'reviewed'
        and staff.is_reopened('money-in', v_last.at)) is not true then
    raise exception 'house.write_switch: two people open what faults closed' using errcode = '42501';
  end if;
  perform book.write(array[book.switch_entry('money-in', p_open, p_reason, v_now)]);
  insert into house.switch (what, id, open, reason, at) values ('money-in', p_id, p_open, p_reason, v_now);
end $$;
