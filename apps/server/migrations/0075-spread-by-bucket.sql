-- What stood in the way of spreading members' rows over machines (deploy/citus.sql). Nothing here means anything else on
-- one machine than before.

-- Every key of a member's row begins with its bucket, so that one machine can hold it. That two members' checks should
-- share an id is kept out by how ids are made; the index finds a check that the provider names by it.
drop index members.identity_check_id;
create index identity_check_id on members.identity_check (id);

-- Policies ask by functions: a policy with a query of its own cannot lie on a table that is spread.
create function staff.is_known(p_id uuid) returns boolean language sql stable
  as 'select exists (select from staff.account a where a.id = p_id)';

drop policy hold_add on payments.legal_hold;
create policy hold_add on payments.legal_hold for insert
  with check (confirmed_by is null and lifted_at is null and staff.is_known(proposed_by));
drop policy hold_change on payments.legal_hold;
create policy hold_change on payments.legal_hold for update using (lifted_at is null)
  with check (confirmed_by is null or staff.is_known(confirmed_by));

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

-- By its columns, and with a body that is text: neither a row as a whole nor a function bound to tables that stay where
-- they are can be named by a table that machines share.
create function lottery.may_add_table(
  p_lottery smallint, p_first_period bigint, p_hash bytea, p_entry bigint, p_multipliers integer[]
) returns boolean language sql stable as $$
  select exists (
    select from book.entry e join lottery.lottery l on l.id = p_lottery
    where e.seq = p_entry and e.type = 'table' and e.hash = p_hash
      and e.body::jsonb ->> 'key' = l.key and e.body::jsonb ->> 'first_period' = p_first_period::text
      and to_timestamp(p_first_period * l.period_seconds) > clock.now()
      and p_multipliers = (
        select array_agg((e.body::jsonb -> 'multipliers' ->> o.bet)::integer order by o.place)
        from unnest(array['small', 'big', 'odd', 'even', 's3', 's4', 's5', 's6', 's7', 's8', 's9', 's10', 's11', 's12',
          's13', 's14', 's15', 's16', 's17', 's18']) with ordinality o (bet, place)))
$$;
grant execute on function lottery.may_add_table(smallint, bigint, bytea, bigint, integer[]) to tercet_app;
drop policy table_add on lottery.house_table;
create policy table_add on lottery.house_table for insert
  with check (lottery.may_add_table(lottery_id, first_period, hash, entry_seq, multipliers));
drop function lottery.may_table(lottery.house_table);

-- The gates are asked for by themselves: they may lie elsewhere than the lotteries.
create or replace function draw.may_seal(
  p_lottery smallint, p_period bigint, p_root bytea, p_count bigint, p_entry bigint
) returns boolean language sql stable as $$
  select clock.now() >= to_timestamp((p_period + 1) * l.period_seconds)
    and not exists (select from lottery.gate g where g.lottery_id = p_lottery and g.period <= p_period)
    and exists (
      select from book.entry e
      where e.seq = p_entry and e.type = 'seal' and e.draw_id = l.key || '/' || p_period
        and e.body::jsonb ->> 'root' = encode(p_root, 'hex') and e.body::jsonb ->> 'count' = p_count::text)
  from lottery.lottery l where l.id = p_lottery
$$;
