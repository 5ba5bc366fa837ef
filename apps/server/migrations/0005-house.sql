-- The house: what it is called, how it runs, what it tells everyone.
create schema house;

create table house.house (
  only_row boolean primary key default true check (only_row),
  name text not null,
  origin text not null,
  mode text not null check (mode in ('play', 'live')),
  currency text not null,
  exponent smallint not null check (exponent between 0 and 4),
  locale text not null,
  starting_credits bigint not null check (starting_credits >= 0),
  support_hours text not null
);

create table house.banner (
  id uuid primary key,
  title text not null,
  body text not null,
  link text,
  position smallint not null
);

create table house.notice (
  id uuid primary key,
  title text not null,
  body text not null,
  at timestamptz not null
);
