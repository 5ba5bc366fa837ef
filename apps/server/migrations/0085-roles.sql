-- A role of the database for each process: api, draw and jobs. Which of them may do what is declared in src/db/rights
-- and put in force after the migrations. Here are the parts of it that a grant cannot say: functions with the owner's
-- rights for acts on tables that a role must not write itself.

-- Policies of before were for the one role that there was.
-- safe: the old role is among all
alter policy seen on directory.consent to public;
-- safe: the old role is among all
alter policy added on directory.consent to public;
-- safe: the old role is among all
alter policy withdrawn on directory.consent to public;
-- safe: the old role is among all
alter policy seen on directory.host to public;
-- safe: the old role is among all
alter policy added on directory.host to public;
-- safe: the old role is among all
alter policy changed on directory.host to public;
-- safe: the old role is among all
alter policy seen on directory.link to public;
-- safe: the old role is among all
alter policy added on directory.link to public;
-- safe: the old role is among all
alter policy ended on directory.link to public;
-- safe: the old role is among all
alter policy seen on directory.picture to public;
-- safe: the old role is among all
alter policy added on directory.picture to public;
-- safe: the old role is among all
alter policy changed on directory.picture to public;
-- safe: the old role is among all
alter policy seen on directory.report to public;
-- safe: the old role is among all
alter policy added on directory.report to public;
-- safe: the old role is among all
alter policy decided on directory.report to public;
-- safe: the old role is among all
alter policy seen on directory.verification to public;
-- safe: the old role is among all
alter policy added on directory.verification to public;
-- safe: the old role is among all
alter policy confirmed on directory.verification to public;
-- safe: the old role is among all
alter policy revoked on directory.verification to public;

-- Who locks a row needs a right to write it: locks that more than one role takes are functions.
-- safe: the same locks
alter function ledger.lock(smallint[], uuid[]) security definer set search_path = pg_catalog, pg_temp;
-- safe: the same writes
alter function ledger.close_epoch() security definer set search_path = pg_catalog, pg_temp;
-- safe: the same writes
alter function lottery.borrow_budget(smallint, smallint, bigint, bigint, bigint, bigint)
  security definer set search_path = pg_catalog, pg_temp;
-- safe: the same writes
alter function lottery.refresh_play(smallint, uuid) security definer set search_path = pg_catalog, pg_temp;
-- It computes what is paid, and calls what pays: nobody else may call that.
-- safe: the same writes
alter function draw.pay_chunk(smallint, smallint, smallint, bigint, text)
  security definer set search_path = pg_catalog, pg_temp;

-- Holds a bucket's epoch open until the transaction ends, and returns it.
create function ledger.hold_epoch(p_bucket smallint) returns integer
  language sql security definer set search_path = pg_catalog, pg_temp
  as $$select g.epoch from ledger.gate g where g.bucket = p_bucket for share$$;

-- Locks a member's row: sign-in, suspension, closure and identity checks take turns on it. False for an unknown member.
create function members.lock_member(p_bucket smallint, p_member uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform 1 from members.member m where m.bucket = p_bucket and m.member_id = p_member for update;
  return found;
end $$;

-- Whether members have play credits: looked for among the first 1,000, since in a play house each one began with some.
create function ledger.has_play_credits() returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
  as $$select exists (select from (select b.issue from ledger.balance b limit 1000) b where b.issue <> 0)$$;

-- Counts for the metrics of every process, nothing of a member: open withdrawals by state, messages of the provider
-- that nobody has handled, those of the last seven days that people have to look at, and whether money may come in.
create function payments.figures(out payouts jsonb, out messages bigint, out unmatched jsonb, out money_in boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select
    (select jsonb_object_agg(p.state, jsonb_build_object('n', p.n, 'oldest', p.oldest)) from (
      select w.state, count(*) as n, extract(epoch from clock.now() - min(w.submitted_at))::float8 as oldest
      from payments.withdrawal w where w.state in ('in-review', 'approved', 'sent') group by w.state) p),
    (select count(*) from payments.provider_event e where e.handled_at is null),
    (select jsonb_object_agg(o.outcome, o.n) from (
      select e.outcome, count(*) as n from payments.provider_event e
      where e.outcome in ('unknown-reference', 'other-sum', 'contradicted', 'credited-before', 'bad-amount',
          'capture-failed', 'charged-back', 'refund-failed')
        and e.handled_at > clock.now() - interval '7 days'
        and e.body ->> 'kind' not in ('pending', 'declined', 'expired')
      group by e.outcome) o),
    not exists (select 1 from payments.payout_health h where h.fault is not null) and coalesce(
      (select s.open from house.switch s where s.what = 'money-in' order by s.at desc, s.id desc limit 1), true)
$$;

-- Makes the tables of days that are missing, from p_back days ago to p_ahead days from now.
create function ledger.extend_partitions(p_back integer, p_ahead integer) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_day date;
  v_table text;
begin
  if p_back not between 0 and 4000 or p_ahead not between 0 and 400 then
    raise exception 'ledger.extend_partitions: % days back, % ahead', p_back, p_ahead using errcode = 'TC001';
  end if;
  -- Of two that look at once, both would find one missing and one would fail.
  perform pg_advisory_xact_lock(7462911);
  for v_day in select generate_series(
    (clock.now() at time zone 'UTC')::date - p_back, (clock.now() at time zone 'UTC')::date + p_ahead, '1 day')::date
  loop
    foreach v_table in array array['ledger.transfer', 'lottery.slip'] loop
      continue when to_regclass(v_table || to_char(v_day, '_YYYYMMDD')) is not null;
      execute format('create table %1$s_%2$s partition of %1$s for values from (%3$L) to (%4$L)',
        v_table, to_char(v_day, 'YYYYMMDD'), v_day, v_day + 1);
    end loop;
  end loop;
end $$;

-- The one way in for postings. Stakes, and what a draw pays or gives back, are written with the facts that they follow
-- from (lottery.place_slips, draw.pay_chunk): only the owner posts those by hand.
create or replace function ledger.post(
  p_bucket smallint[], p_member uuid[], p_day date[], p_ref uuid[], p_kind ledger.kind[],
  p_debit ledger.account[], p_credit ledger.account[], p_amount bigint[]
) returns integer language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if session_user <> current_user and p_kind && '{stake,payout,refund,return}'::ledger.kind[] then
    raise exception 'ledger.post: a kind that follows from a slip or a draw' using errcode = '42501';
  end if;
  perform ledger.lock(p_bucket, p_member);
  return ledger.write(p_bucket, p_member, p_day, p_ref, p_kind, p_debit, p_credit, p_amount);
end $$;
