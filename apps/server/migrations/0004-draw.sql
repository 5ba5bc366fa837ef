-- The public book (until the log of tiles takes over its transport) and the draw.
create schema book;

create table book.entry (
  seq bigint primary key,
  type text not null,
  draw_id text,
  body text not null,
  hash bytea not null,
  at timestamptz not null
);
create index entry_of_draw on book.entry (draw_id) where draw_id is not null;
create index entry_of_type on book.entry (type, seq);

-- The book has one writer at a time: whoever holds this row.
create table book.head (
  only_row boolean primary key default true check (only_row),
  size bigint not null
);
insert into book.head (size) values (0);

-- A checkpoint says when the first `size` entries were seen to be durable. Its time is read after they were committed.
create table book.checkpoint (
  size bigint primary key,
  at timestamptz not null
);

create schema draw;

-- The newest verified round of a chain; betting stops while it and the clock disagree.
create table draw.beacon_head (
  chain_hash bytea primary key,
  round bigint not null,
  seen_at timestamptz not null
);

create table draw.seal (
  lottery_id smallint not null,
  period bigint not null,
  root bytea not null,
  slip_count bigint not null,
  entry_seq bigint not null,
  at timestamptz not null,
  primary key (lottery_id, period)
);

-- A period whose seal was not seen in time is void; both rows may exist, the void then says so.
create table draw.void (
  lottery_id smallint not null,
  period bigint not null,
  reason text not null,
  entry_seq bigint not null,
  at timestamptz not null,
  primary key (lottery_id, period)
);

create table draw.draw (
  lottery_id smallint not null,
  period bigint not null,
  round bigint not null,
  signature bytea not null,
  dice smallint[] not null,
  total smallint not null,
  entry_seq bigint not null,
  at timestamptz not null,
  primary key (lottery_id, period)
);

-- Steps that pay: settle (winners), refund (void), return (beacon a day late). One row a chunk of buckets that is done,
-- one row with bucket -1 when the step is done whole.
create table draw.paid (
  lottery_id smallint not null,
  period bigint not null,
  step text not null check (step in ('settle', 'refund', 'return')),
  bucket smallint not null,
  at timestamptz not null,
  primary key (lottery_id, period, step, bucket)
);

-- Work in hand: periods that are not finished. A queue, not history: rows are removed when done.
create table draw.task (
  lottery_id smallint not null,
  period bigint not null,
  primary key (lottery_id, period)
);

-- Who runs a timed role; taken over when it runs out.
create table draw.lease (
  name text primary key,
  holder uuid not null,
  until_at timestamptz not null
);
