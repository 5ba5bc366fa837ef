-- Lotteries, their tables of odds, gates and slips.
create schema lottery;

create table lottery.class (
  id smallint primary key,
  key text not null unique,
  name text not null,
  position smallint not null
);

create table lottery.lottery (
  id smallint primary key,
  key text not null unique check (key ~ '^[a-z][a-z0-9-]{0,31}$'),
  class_id smallint not null references lottery.class,
  name text not null,
  description text not null,
  icon text not null,
  period_seconds integer not null check (period_seconds >= 30 and 86400 % period_seconds = 0),
  hot boolean not null default false,
  position smallint not null
);

-- What the book entry `table` says, readable by the slip function. The one that applies to a period is the last whose
-- first_period is not after it; it never changes.
create table lottery.house_table (
  id integer primary key,
  lottery_id smallint not null references lottery.lottery,
  first_period bigint not null,
  hash bytea not null unique,
  entry_seq bigint not null,
  chain_hash bytea not null,
  beacon_genesis bigint not null,
  beacon_period integer not null,
  multipliers integer[] not null check (array_length(multipliers, 1) = 20),
  stake_min bigint not null,
  stake_max bigint not null,
  slip_max bigint not null,
  member_cap bigint not null,
  period_cap bigint not null,
  min_balance bigint not null,
  unique (lottery_id, first_period)
);

-- A switch of betting on one lottery; the last one counts.
create table lottery.switch (
  lottery_id smallint not null references lottery.lottery,
  id uuid not null,
  open boolean not null,
  reason text not null,
  at timestamptz not null,
  primary key (lottery_id, id)
);

-- One row a bucket and lottery: the newest period that a slip of the bucket may enter, and what the house may still
-- lose in it. A slip locks its gate row; the seal moves all gates past the period with one UPDATE, which waits for
-- them. at_risk sums the greatest net win of each accepted slip: never less than the true greatest loss. The budgets of
-- all buckets sum to the table's period_cap, so the cap holds without a row that every slip would write.
create table lottery.gate (
  bucket smallint not null check (bucket between 0 and 255),
  lottery_id smallint not null references lottery.lottery,
  period bigint not null,
  at_risk bigint not null default 0,
  budget bigint not null default 0,
  primary key (bucket, lottery_id),
  constraint gate_within_budget check (at_risk <= budget)
) with (fillfactor = 40);

-- What a member may already win in the newest period he played of a lottery. One row a member and lottery, so that the
-- slip call reads no history.
create table lottery.player (
  bucket smallint not null,
  member_id uuid not null,
  lottery_id smallint not null,
  period bigint not null,
  at_risk bigint not null check (at_risk >= 0),
  primary key (bucket, member_id, lottery_id)
) with (fillfactor = 60);

-- stakes[i] is the stake on the i-th bet code (small big odd even s3 … s18), null where none. leaf is the slip's leaf
-- hash in the seal; key is the client's, see slip_key. Nothing here is ever updated: won and lost follow from the draw
-- and the transfers.
create table lottery.slip (
  bucket smallint not null,
  member_id uuid not null,
  day date not null,
  lottery_id smallint not null,
  period bigint not null,
  id uuid not null,
  key uuid not null,
  table_id integer not null,
  accepted_ms bigint not null,
  total bigint not null check (total > 0),
  at_risk bigint not null check (at_risk >= 0),
  stakes bigint[] not null,
  commitment bytea not null,
  leaf bytea not null,
  primary key (bucket, member_id, day, lottery_id, period, id)
) partition by range (day);
create table lottery.slip_rest partition of lottery.slip default;
create index slip_of_period on lottery.slip (lottery_id, period, bucket);

-- The client's key of a slip, and its salt: a receipt can be fetched again by it. Erasing a member's data clears the
-- salts, which is the only thing here that may change.
create table lottery.slip_key (
  bucket smallint not null,
  member_id uuid not null,
  key uuid not null,
  body_hash bytea not null,
  slip_id uuid not null,
  day date not null,
  lottery_id smallint not null,
  period bigint not null,
  salt bytea,
  primary key (bucket, member_id, key)
);

create view lottery.selection as
  select s.bucket, s.member_id, s.day, s.lottery_id, s.period, s.id as slip_id, q.bet, q.stake
  from lottery.slip s cross join lateral unnest(s.stakes) with ordinality q (stake, bet)
  where q.stake is not null;

-- A grant cannot say which value a column may get: a salt may be cleared, never replaced.
alter table lottery.slip_key enable row level security;
create policy slip_key_read on lottery.slip_key for select using (true);
create policy slip_key_claim on lottery.slip_key for insert with check (true);
create policy slip_key_erase on lottery.slip_key for update using (true) with check (salt is null);
