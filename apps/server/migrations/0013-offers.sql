-- Signatures of beacon rounds that anybody may bring for a draw that waits. They are checked by the draw itself, which
-- removes what is none; nothing else is decided by them.
create table draw.offer (
  lottery_id smallint not null,
  period bigint not null,
  signature bytea not null check (length(signature) = 48),
  at timestamptz not null,
  primary key (lottery_id, period, signature)
);
