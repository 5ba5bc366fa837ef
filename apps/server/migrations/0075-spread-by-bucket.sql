-- What stood in the way of spreading members' rows over machines (deploy/citus.sql). On one machine nothing here means
-- anything else than before.

-- Every key of a member's row begins with its bucket, so that one machine can hold it. That two members' checks should
-- share an id is kept out by how ids are made; the index finds a check that the provider names by it.
drop index members.identity_check_id;
create index identity_check_id on members.identity_check (id);

-- A policy with a query of its own cannot lie on a table that is spread: it asks by a function.
create function video.is_posted(
  p_bucket smallint, p_member uuid, p_day date, p_id uuid, p_kind ledger.kind, p_price bigint
) returns boolean language sql stable as '
  select exists (
    select from ledger.transfer t
    where t.bucket = p_bucket and t.member_id = p_member and t.day = p_day and t.ref = p_id and t.kind = p_kind
      and t.amount = p_price)';

drop policy purchase_add on video.purchase;
create policy purchase_add on video.purchase for insert
  with check (refunded_at is null and video.is_posted(bucket, member_id, day, id, 'purchase', price));
drop policy purchase_refund on video.purchase;
create policy purchase_refund on video.purchase for update using (refunded_at is null)
  with check (
    video.is_posted(bucket, member_id, (refunded_at at time zone 'UTC')::date, id, 'purchase-refund', price));

-- The gates are asked for by themselves: they may lie elsewhere than the lotteries.
create or replace function draw.may_seal(
  p_lottery smallint, p_period bigint, p_root bytea, p_count bigint, p_entry bigint
) returns boolean language sql stable as $$
  select clock.now() >= to_timestamp((p_period + 1) * l.period_seconds)
    and not exists (select 1 from lottery.gate g where g.lottery_id = p_lottery and g.period <= p_period)
    and exists (
      select from book.entry e
      where e.seq = p_entry and e.type = 'seal' and e.draw_id = l.key || '/' || p_period
        and e.body::jsonb ->> 'root' = encode(p_root, 'hex') and e.body::jsonb ->> 'count' = p_count::text)
  from lottery.lottery l where l.id = p_lottery
$$;

-- Which part of the members' rows a bucket lies in: what one transaction locks together must lie in one. On one machine
-- there is one part.
create function ledger.part_of(p_bucket smallint) returns bigint language sql immutable as 'select 0::bigint';
