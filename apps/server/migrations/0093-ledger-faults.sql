-- The reconciliation recomputes each transfer from its cause: new transfers every minute, the whole ledger once a day.
-- A fault closes top-up, betting and buying until two people have looked. It never stops a withdrawal.

-- Its position. New transfers are those of closed epochs after `epoch`. `whole_bucket` is the next bucket of the pass
-- over the whole ledger, `whole_since` the time at which that pass began.
create table ledger.reconciliation (
  only_row boolean primary key default true check (only_row),
  epoch integer not null,
  at timestamptz not null,
  whole_bucket smallint not null default 256 check (whole_bucket between 0 and 256),
  whole_since timestamptz not null default '-infinity',
  -- Days before it lack the index of epochs; the pass over everything reads them.
  indexed_from date not null
);
insert into ledger.reconciliation (epoch, at, indexed_from)
  select coalesce(min(g.epoch), 1) - 1, clock.now(), (clock.now() at time zone 'UTC')::date from ledger.gate g;

-- What was reconciled so far by kind: how many transfers, and the sums as posted and as their causes say.
create table ledger.reconciled_kind (
  kind ledger.kind primary key,
  transfers bigint not null default 0,
  posted numeric not null default 0,
  due numeric not null default 0
);

-- What was found wrong, each thing once: `id` is the SHA-256 of all that is said of it. `what` says what is wrong,
-- `posted` what the ledger has and `due` what the cause says, in minor units. Null where it is of no member, or of no
-- draw. `review` is the proposal by which two people have looked at it. Written by `jobs`.
create table ledger.fault (
  id bytea primary key check (length(id) = 32),
  what text not null,
  member_id uuid,
  kind text,
  day date,
  ref uuid,
  lottery_id smallint,
  period bigint,
  posted numeric,
  due numeric,
  found_at timestamptz not null default clock.now(),
  review uuid
);
create index fault_open on ledger.fault (found_at) where review is null;
create index fault_by_time on ledger.fault (found_at desc, id);
create index fault_of_member on ledger.fault (member_id) where review is null;

-- Widened: what old code writes may be written on.
alter table staff.proposal
  drop constraint proposal_what_check,
  add constraint proposal_what_check
    check (what in ('table', 'money-rule', 'service-url', 'purchase-refund', 'correction', 'reopening'));

-- Notes that two people have looked at all that was found before they proposed to open again. Returns how many faults
-- nobody has looked at; null where the proposal is not one that two people confirmed. Executed by `jobs`.
create function ledger.review_faults(p_proposal uuid) returns integer language plpgsql security definer
set search_path to pg_catalog, pg_temp as $$
declare
  v_proposed_at timestamptz := (
    select p.proposed_at from staff.proposal p
    where p.id = p_proposal and p.what = 'reopening' and p.subject = 'money-in' and p.decision = 'confirmed'
      and p.decided_by <> p.proposed_by
      and (select count(*) from staff.account a
        where a.id in (p.proposed_by, p.decided_by) and a.role in ('finance', 'owner') and a.disabled_at is null
          and coalesce(a.handed_at + interval '7 days' <= clock.now(), true)) = 2);
begin
  if v_proposed_at is null then
    return null;
  end if;
  update ledger.fault f set review = p_proposal where f.review is null and f.found_at <= v_proposed_at;
  return (select count(*)::integer from ledger.fault f where f.review is null);
end $$;

-- Counts for the metrics of every process, nothing of a member. `unproven`: draws that could not be verified, by
-- lottery.
create function ledger.fault_figures(
  out faults bigint, out reconciled_seconds double precision, out whole_seconds double precision, out unproven jsonb
) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (select count(*) from ledger.fault f where f.review is null),
    extract(epoch from clock.now() - r.at)::double precision,
    extract(epoch from clock.now() - greatest(r.whole_since, r.indexed_from))::double precision,
    (select jsonb_object_agg(u.key, u.n) from (
      select l.key, count(distinct f.period) as n from draw.fault f join lottery.lottery l on l.id = f.lottery_id
      where not exists (
        select 1 from lottery.switch s where s.lottery_id = f.lottery_id and s.open and s.reason = 'reviewed' and s.at >= f.at)
      group by l.key) u)
  from ledger.reconciliation r $$;

-- Finds the transfers of an epoch without reading all of a day. Costs a posting next to nothing, since what is posted
-- together lies together. Days of before, which may be long, are left without it.
-- safe: on the parent alone it reads and holds nothing
create index transfer_epoch on only ledger.transfer using brin (epoch) with (pages_per_range = 32, autosummarize = on);
-- safe: days from today on, of which all but today's are empty
do $$
declare
  v record;
begin
  for v in
    select c.oid::regclass as name, c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'ledger.transfer'::regclass
      and (c.relname !~ '_[0-9]{8}$' or right(c.relname, 8) >= to_char(clock.now() at time zone 'UTC', 'YYYYMMDD'))
  loop
    execute format('create index %I on %s using brin (epoch) with (pages_per_range = 32, autosummarize = on)',
      v.relname || '_epoch', v.name);
    execute format('alter index ledger.transfer_epoch attach partition ledger.%I', v.relname || '_epoch');
  end loop;
end $$;

-- What a slip is paid by the sum of the dice: the reconciliation's own reckoning, apart from that of `settle_chunk`.
create function draw.due_by_sum(p_stakes bigint[], p_multipliers integer[], p_sum integer) returns bigint
language sql immutable as $$
  select coalesce(sum(s.stake * m.multiplier / 10000), 0)::bigint
  from unnest(p_stakes) with ordinality s (stake, place)
  join unnest(p_multipliers) with ordinality m (multiplier, place) using (place)
  where s.stake is not null and case s.place
    when 1 then p_sum between 3 and 10 when 2 then p_sum between 11 and 18
    when 3 then p_sum % 2 = 1 when 4 then p_sum % 2 = 0
    else s.place - 2 = p_sum end $$;

-- As before, and says why the house takes no money. A table takes no bets from the moment at which one of its draws
-- could not be verified; the switch that says so in the book follows within seconds.
create or replace function lottery.why_closed(
  p_now timestamptz, p_lottery smallint, p_period bigint, p_table integer
) returns text language plpgsql stable as $$
declare
  v record;
begin
  select l.period_seconds, t.first_period, h.round, t.beacon_genesis + (h.round - 1) * t.beacon_period as beacon_time,
      coalesce((select c.open from lottery.switch c where c.lottery_id = p_lottery order by c.at desc, c.id desc limit 1),
        true) and not exists (
          select from draw.fault f where f.lottery_id = p_lottery and not exists (
            select from lottery.switch c
            where c.lottery_id = p_lottery and c.open and c.reason = 'reviewed' and c.at >= f.at)) as open,
      (select case when c.open then null when c.reason = 'ledger-wrong' then c.reason else 'payouts-unhealthy' end
        from house.switch c where c.what = 'money-in' order by c.at desc, c.id desc limit 1) as takes_no_money,
      (select u.id from lottery.house_table u where u.lottery_id = p_lottery and u.first_period <= p_period
        order by u.first_period desc limit 1) as applies,
      case when t.policy is null
        then (select c.at from book.checkpoint c where c.size > t.entry_seq order by c.size limit 1)
        else (select m.at from book.met m
          where m.policy = t.policy and m.size > t.entry_seq and m.at < to_timestamp(t.first_period * l.period_seconds)
          order by m.size limit 1)
      end as booked_at
    into strict v
    from lottery.house_table t
    join lottery.lottery l on l.id = t.lottery_id
    left join draw.beacon_head h on h.chain_hash = t.chain_hash
    where t.id = p_table and t.lottery_id = p_lottery;
  return case
    when not v.open then 'table-closed'
    when v.takes_no_money is not null then v.takes_no_money
    when p_now >= to_timestamp((p_period + 1) * v.period_seconds) then 'betting-closed'
    when p_now < to_timestamp(p_period * v.period_seconds) then 'period-not-open'
    when v.applies is distinct from p_table then 'table-changed'
    -- A table that the book did not show before its first period never takes a bet; another one has to follow it.
    when v.booked_at is null or v.booked_at >= to_timestamp(v.first_period * v.period_seconds) then 'table-closed'
    -- A clock that is behind the beacon would sell known results; one that is ahead would draw too early.
    when v.round is null
      or to_timestamp(v.beacon_time) not between p_now - interval '9 seconds' and p_now + interval '2 seconds'
      then 'beacon-disagrees'
  end;
end $$;
