-- Notices of the house: in words of their own, in as many languages as somebody wrote them, or by a code that the app
-- has words for. Shown from from_at (null: written, not published) until until_at or until they are withdrawn.
alter table house.notice rename column at to from_at;
alter table house.notice
  alter column from_at drop not null,
  add column until_at timestamptz,
  add column withdrawn_at timestamptz,
  add column code text,
  add column params jsonb not null default '{}',
  add check (until_at > from_at);

create table house.notice_text (
  notice_id uuid not null references house.notice (id),
  locale text not null check (locale in ('mn', 'tg', 'ar', 'ko', 'en', 'es', 'hy', 'vi', 'ms', 'th', 'zh-Hant', 'ja')),
  title text not null check (title <> ''),
  body text not null,
  primary key (notice_id, locale)
);

-- All that there was until now was written in English.
insert into house.notice_text (notice_id, locale, title, body)
  select n.id, 'en', n.title, n.body from house.notice n;
alter table house.notice drop column title, drop column body;

create index notice_shown on house.notice (from_at desc, id desc) where withdrawn_at is null;

-- When a member answered whether he wants a limit on what he tops up. He is asked once, on whichever phone.
create table members.limit_prompt (
  bucket smallint not null,
  member_id uuid not null,
  at timestamptz not null default clock.now(),
  primary key (bucket, member_id)
);
