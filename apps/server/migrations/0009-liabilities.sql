-- What the house owes, once a day: the cut of the ledger, and the tree over what it owes each member.

-- The epoch in which a period's slips were all paid or refunded (bucket -1): it says for any cut of the ledger whether
-- they were settled by then. Null on other rows, where a period had no slip, and on what was paid before there were
-- cuts.
alter table draw.paid add column epoch integer;

-- The cut of a date: the first epoch that was closed at or after 00:00 UTC of it. Written in the transaction that
-- closes the epoch.
create table ledger.cut (
  date date primary key,
  epoch integer not null unique,
  closed_at timestamptz not null
);

-- The tree of a cut, written in the transaction that puts it into the book.
create table ledger.liabilities (
  date date primary key references ledger.cut,
  root bytea not null check (length(root) = 32),
  total bigint not null check (total >= 0),
  leaves integer not null check (leaves > 0),
  members integer not null check (members >= 0),
  entry_seq bigint not null,
  at timestamptz not null
);

-- What one member is owed, and his four leaves one after another: nonce (32 bytes), amount (8), place in the tree (4).
-- The date comes first, so that a day is written in a row, and goes in a row: only the owner may remove old ones.
create table ledger.owed (
  date date not null,
  bucket smallint not null,
  member_id uuid not null,
  owed bigint not null check (owed >= 0),
  parts bytea not null check (length(parts) = 176),
  primary key (date, bucket, member_id)
);

-- The leaves of a tree, 256 a page, 40 bytes each: sum and hash. Page -1 has the nodes above the pages instead, one for
-- each: a path needs this page and that of its leaf, however many members there are.
create table ledger.owed_page (
  date date not null,
  page integer not null check (page >= -1),
  nodes bytea not null check (length(nodes) > 0 and length(nodes) % 40 = 0),
  primary key (date, page)
);
-- Hashes do not compress: nobody need try.
alter table ledger.owed_page alter column nodes set storage external;
