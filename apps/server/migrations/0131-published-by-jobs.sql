-- Odds tables and rules for money are published by `jobs`, which verifies the MACs of the proposal. The functions
-- check what the database can see: two people confirmed just this, and nothing else of the table changes.

-- safe: old code writes none of the new kinds
alter table staff.instruction drop constraint instruction_what_check;
alter table staff.instruction add constraint instruction_what_check check (what in (
  'correction', 'purchase-refund', 'payment-credit', 'payment-refund', 'withdrawal-refusal', 'table', 'money-rule'));

-- The proposal that was published, once; null for what the owner published, and for what is from before.
alter table lottery.house_table add column proposal_id uuid;
alter table payments.rule add column proposal_id uuid;
-- safe: old code leaves the column null
create unique index house_table_proposal on lottery.house_table (proposal_id);
-- safe: old code leaves the column null
create unique index rule_proposal on payments.rule (proposal_id);

-- Whether two people whose words count agreed on just this, and the jobs were told to publish it.
create function staff.is_ordered(p_id uuid, p_what text, p_subject text, p_body jsonb) returns boolean
language sql stable as $$
  select exists (
    select 1 from staff.proposal p
    join staff.instruction i on i.what = p.what and i.subject = p.id and i.staff_id = p.decided_by
    where p.id = p_id and p.what = p_what and p.subject = p_subject and p.body = p_body
      and p.decision = 'confirmed' and p.decided_by <> p.proposed_by
      and staff.counts(array[p.proposed_by], 'owner', true) = 1
      and 1 in (
        staff.counts(array[p.decided_by], 'owner', true), staff.counts(array[p.decided_by], 'finance', true))) $$;

-- As before, and the witness policy is the one that the entry names.
create or replace function lottery.may_table(p lottery.house_table) returns boolean language sql stable as $$
  select exists (
    select from book.entry e join lottery.lottery l on l.id = p.lottery_id
    where e.seq = p.entry_seq and e.type = 'table' and e.hash = p.hash and e.body::jsonb ->> 'key' = l.key
      and to_timestamp((p.first_period * l.period_seconds)::double precision) > clock.now()
      and (e.body::jsonb ->> 'first_period', e.body::jsonb ->> 'stake_min', e.body::jsonb ->> 'stake_max',
          e.body::jsonb ->> 'slip_max', e.body::jsonb ->> 'member_cap', e.body::jsonb ->> 'period_cap',
          e.body::jsonb ->> 'min_balance', e.body::jsonb ->> 'genesis', e.body::jsonb ->> 'beacon_period',
          e.body::jsonb ->> 'chain_hash', l.period_seconds::text)
        = (p.first_period::text, p.stake_min::text, p.stake_max::text, p.slip_max::text, p.member_cap::text,
          p.period_cap::text, p.min_balance::text, p.beacon_genesis::text, p.beacon_period::text,
          encode(p.chain_hash, 'hex'), e.body::jsonb ->> 'period_seconds')
      and p.policy is not distinct from case when e.body::jsonb ->> 'quorum' <> '0' then sha256(convert_to(
        book.canonical(jsonb_build_object(
          'quorum', e.body::jsonb -> 'quorum', 'witnesses', e.body::jsonb -> 'witnesses')), 'UTF8')) end
      and (select count(*) = 20 and bool_and(
          m.multiplier::text = e.body::jsonb -> 'multipliers' ->> o.bet
          and m.multiplier::bigint * o.ways between 9200 * 216 and 9800 * 216)
        from unnest(array['small', 'big', 'odd', 'even', 's3', 's4', 's5', 's6', 's7', 's8', 's9', 's10', 's11', 's12',
            's13', 's14', 's15', 's16', 's17', 's18'],
          array[108, 108, 108, 108, 1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1])
          with ordinality o (bet, ways, place)
        join unnest(p.multipliers) with ordinality m (multiplier, place) using (place)))
$$;

-- What a proposal can change of a table's entry.
create function lottery.odds_fields() returns text[] language sql immutable as $$
  select array['first_period', 'multipliers', 'stake_min', 'stake_max', 'slip_max', 'member_cap', 'period_cap',
    'min_balance'] $$;

-- Whether two people agreed on the odds and limits of an entry. All else in it is as in the lottery's newest table:
-- key of the beacon, witnesses, receipt key, origin. It begins with the next period or the one after.
create function lottery.is_table_agreed(p_lottery smallint, p_entry jsonb, p_proposal uuid) returns boolean
language sql stable as $$
  select staff.is_ordered(p_proposal, 'table', p_entry ->> 'key', jsonb_build_object(
      'multipliers', (
        select jsonb_object_agg(m.key, m.value::bigint) from jsonb_each_text(p_entry -> 'multipliers') m),
      'stakeMinMinor', p_entry ->> 'stake_min', 'stakeMaxMinor', p_entry ->> 'stake_max',
      'slipMaxMinor', p_entry ->> 'slip_max', 'memberCapMinor', p_entry ->> 'member_cap',
      'periodCapMinor', p_entry ->> 'period_cap', 'minBalanceMinor', p_entry ->> 'min_balance'))
    and p_entry - lottery.odds_fields() = (
      select e.body::jsonb - lottery.odds_fields() from lottery.house_table t join book.entry e on e.seq = t.entry_seq
      where t.lottery_id = p_lottery order by t.first_period desc limit 1)
    and (p_entry ->> 'first_period')::bigint * (p_entry ->> 'period_seconds')::bigint
      <= extract(epoch from clock.now()) + (p_entry ->> 'period_seconds')::bigint + 60 $$;

-- safe: old code could publish without the check of a proposal; it gets an error until it is replaced
drop function lottery.publish_table(text, jsonb);

-- Appends a table's entry to the book and writes its row, both or neither. Returns the id of the row. The entry is
-- canonical JSON: readers refuse any other. A process publishes what a proposal says; the owner publishes without one.
create function lottery.publish_table(p_body text, p_table jsonb, p_proposal uuid) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_new lottery.house_table := jsonb_populate_record(null::lottery.house_table, p_table);
begin
  if p_body is distinct from book.canonical(p_body::jsonb) then
    raise exception 'lottery.publish_table: an entry that is not canonical' using errcode = '42501';
  end if;
  perform book.take_head();
  if session_user <> current_user
    and lottery.is_table_agreed(v_new.lottery_id, p_body::jsonb, p_proposal) is not true then
    raise exception 'lottery.publish_table: not what two people agreed on' using errcode = 'TC001';
  end if;
  select w.seq, w.hash into strict v_new.entry_seq, v_new.hash from book.write(array[p_body]) w;
  v_new.id := (select coalesce(max(t.id), 0) + 1 from lottery.house_table t);
  v_new.mode := (select h.mode from house.house h);
  v_new.proposal_id := p_proposal;
  if lottery.may_table(v_new) is not true then
    raise exception 'lottery.publish_table: a table that cannot rule' using errcode = '42501';
  end if;
  insert into lottery.house_table select v_new.*;
  return v_new.id;
end $$;

-- safe: old code could publish without the check of a proposal; it gets an error until it is replaced
drop function payments.publish_rule(jsonb, text);

-- Writes a rule of money in and out, and appends its entry to the book, which says the same: both or neither. Returns
-- its version, which follows the newest. A process publishes what a proposal says, for at most seven days from now;
-- the owner publishes without one.
create function payments.publish_rule(p_rule jsonb, p_body text, p_proposal uuid) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_new payments.rule := jsonb_populate_record(null::payments.rule, p_rule);
  v_said jsonb := p_body::jsonb;
begin
  -- Whoever else publishes waits: a rule is compared with the one before.
  perform book.take_head();
  if session_user <> current_user and (
      v_new.from_at <= clock.now() + interval '7 days 1 minute'
      and staff.is_ordered(p_proposal, 'money-rule', 'house', jsonb_build_object(
        'withdrawalMinMinor', v_new.withdrawal_min::text, 'withdrawalMaxMinor', v_new.withdrawal_max::text,
        'withdrawalsPerDay', v_new.withdrawals_per_day, 'reviewFromMinor', v_new.review_from::text,
        'twoPeopleFromMinor', v_new.two_people_from::text, 'topUpMinMinor', v_new.top_up_min::text,
        'topUpMaxMinor', v_new.top_up_max::text, 'topUpDayMaxMinor', v_new.top_up_day_max::text,
        'usualSeconds', v_new.usual_seconds, 'fastestSeconds', v_new.fastest_seconds))) is not true then
    raise exception 'payments.publish_rule: not what two people agreed on' using errcode = 'TC001';
  end if;
  v_new.version := (select coalesce(max(r.version), 0) + 1 from payments.rule r);
  v_new.proposal_id := p_proposal;
  if payments.may_rule(v_new) is not true
    or (v_said ->> 'type', v_said ->> 'what', v_said ->> 'from') is distinct from
      ('rule', 'withdrawal', ceil(extract(epoch from v_new.from_at))::bigint::text)
    or (v_said ->> 'value')::jsonb is distinct from jsonb_build_object(
      'fastest_seconds', v_new.fastest_seconds, 'review_from', v_new.review_from::text,
      'top_up_day_max', v_new.top_up_day_max::text, 'top_up_max', v_new.top_up_max::text,
      'top_up_min', v_new.top_up_min::text, 'two_people_from', v_new.two_people_from::text,
      'usual_seconds', v_new.usual_seconds, 'withdrawal_max', v_new.withdrawal_max::text,
      'withdrawal_min', v_new.withdrawal_min::text, 'withdrawals_per_day', v_new.withdrawals_per_day) then
    raise exception 'payments.publish_rule: a rule that cannot hold' using errcode = '42501';
  end if;
  insert into payments.rule select v_new.*;
  perform book.write(array[p_body]);
  return v_new.version;
end $$;
