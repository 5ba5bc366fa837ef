-- The leaves of a sealed period in the order of its tree, 1 024 a page, written with the seal. A page's root is a node
-- of the tree: a path needs the leaves of one page and the roots of all, however many slips there were.
create table draw.leaf_page (
  lottery_id smallint not null,
  period bigint not null,
  page integer not null check (page >= 0),
  first_id uuid not null,
  root bytea not null check (length(root) = 32),
  -- 32 bytes each; only the last page of a period has fewer than 1 024.
  leaves bytea not null check (length(leaves) % 32 = 0 and length(leaves) between 32 and 32768),
  primary key (lottery_id, period, page)
);
-- Hashes do not compress: nobody need try.
alter table draw.leaf_page alter column leaves set storage external;
