-- What members read of a lottery, in other languages than the house's own: by language `{"name": …, "description": …}`,
-- of a class its name alone. What nothing is written in is read in the house's words.
alter table lottery.class add column texts jsonb not null default '{}';
alter table lottery.lottery add column texts jsonb not null default '{}';
alter table lottery.showing add column texts jsonb not null default '{}';
