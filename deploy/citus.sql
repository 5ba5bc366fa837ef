-- Distributes the club's database over a Citus cluster (Citus 13, PostgreSQL 15 or newer), with the same migrations and
-- the same server. Run it as the owner after the migrations, and again after each later one:
--
--   npm run club -- migrate && psql --set=ON_ERROR_STOP=1 --file=deploy/citus.sql "$TERCET_OWNER_URL"
--
-- Before the first run, install Citus on every machine, create the database on each with `create extension citus`, and
-- register the coordinator and its workers: see docs/operating/citus.md. Existing distributions stay, so an interrupted
-- run can simply be repeated. No bets should be taken meanwhile.
--
-- Every statement ends with a semicolon before an empty line and contains no such sequence. So the statements can also
-- be sent one by one without psql.

do $$
begin
  if not exists (select from pg_extension where extname = 'citus') then
    raise exception 'Citus is not in this database: create extension citus, see docs/operating/citus.md';
  end if;
  if not exists (select from pg_dist_node where noderole = 'primary' and shouldhaveshards) then
    raise exception 'The coordinator knows no worker: select citus_add_node(…), see docs/operating/citus.md';
  end if;
end $$;

-- A gate without a lottery admits nothing, and gates are created with their lottery in one transaction. Citus requires
-- that distributed tables refer only to reference tables, which are copied to every machine. None of ours can be one:
-- their policies read the book, and Citus locks rows for UPDATE only for roles that may update every column. So tables
-- without members' rows (lotteries, draws, the book, staff, films, cities) stay on the coordinator.
alter table lottery.gate drop constraint if exists gate_lottery_id_fkey;

-- Citus connects to a worker as the calling role. There the owner's functions use the same lock timeout as the process
-- roles.
do $$
begin
  perform run_command_on_workers(format(
    'do $c$ begin perform set_config(''citus.enable_ddl_propagation'', ''off'', true);
       perform set_config(''citus.enable_alter_role_set_propagation'', ''off'', true);
       alter role %I set lock_timeout = ''2s''; end $c$', current_user));
end $$;

-- Functions that policies, defaults and queries of members' rows call on the workers.
do $$
declare
  v_function regprocedure;
begin
  foreach v_function in array array[
    'clock.now()', 'clock.now_ms()', 'clock.reads_latest()', 'clock.require_latest()',
    'ledger.delta(ledger.account, ledger.account, ledger.account, bigint)',
    'lottery.base_budget(bigint, integer)'
  ]::regprocedure[] loop
    perform create_distributed_function(v_function);
    commit;
  end loop;
end $$;

-- All tables of members' rows, distributed by bucket and colocated, so that a member's rows are on one machine. Not
-- among them: draw.settlement_chunk, the progress of a draw's settlement, which belongs to no member;
-- members.user_name_claim and payments.reference, whose keys must be unique across members; payments.legal_hold, a
-- small table whose policy reads the staff.
do $$
declare
  v_table regclass;
begin
  loop
    select c.oid into v_table
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'bucket' and not a.attisdropped
      join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_|citus)'
        and c.oid <> all (array[
          'draw.settlement_chunk', 'members.user_name_claim', 'payments.reference', 'payments.legal_hold']::regclass[])
        and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
        -- Referenced tables first.
        and not exists (
          select from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid
            and not exists (select from pg_dist_partition p where p.logicalrelid = k.confrelid))
      order by c.oid <> 'ledger.gate'::regclass, c.oid limit 1;
    exit when v_table is null;
    perform create_distributed_table(v_table, 'bucket',
      colocate_with => case v_table when 'ledger.gate'::regclass then 'none' else 'ledger.gate' end);
    commit;
  end loop;
end $$;

-- The coordinator computes a row's defaults and sends them to a worker like any other value. So the process roles need
-- the right to write those columns there: the next migration grants it (citus-rights.ts). They can only write
-- the default, a time within ten seconds of the clock's. Without distribution they have no right to these columns.
do $$
declare
  v record;
begin
  for v in
    select w.name, w.columns from (values
      ('members.limit_request', 'asked_at'),
      ('members.limit_set', 'set_at'),
      ('members.exclusion', 'from_at'),
      ('members.exclusion_end', 'ended_at'),
      ('members.exclusion_end_request', 'asked_at'),
      ('members.limit_review', 'at'),
      ('members.person_fingerprint', 'at'),
      ('members.limit_prompt', 'at'),
      ('members.note', 'at')
    ) w (name, columns)
    where not exists (
      select from pg_policy p where p.polrelid = w.name::regclass and p.polname = 'as_by_default')
  loop
    if (select c.relrowsecurity from pg_class c where c.oid = v.name::regclass) then
      raise exception '% has policies of its own: deploy/citus.sql must be mended', v.name;
    end if;
    -- One policy for each command, no ALL and no RESTRICTIVE: Citus turns restrictive policies into permissive ones at
    -- a worker, where a single match suffices.
    execute format('create policy seen on %s for select using (true)', v.name);
    execute format('create policy changed on %s for update using (true)', v.name);
    execute format('create policy removed on %s for delete using (true)', v.name);
    execute format('create policy as_by_default on %s for insert with check (
      %s between clock.now() - interval ''10 seconds'' and clock.now() + interval ''10 seconds'')', v.name, v.columns);
    execute format('alter table %s enable row level security', v.name);
    commit;
  end loop;
end $$;

-- Variants of functions that the migrations write for one machine. One statement can neither lock rows on several
-- machines nor look up each item of a list where it is stored. They make the same checks. A migration that replaces
-- such a function restores the original, hence the run after each.

-- In the same order, one bucket after the other.
create or replace function ledger.lock(p_bucket smallint[], p_member uuid[]) returns void language plpgsql as $$
declare
  v record;
begin
  for v in select distinct q.bucket from unnest(p_bucket) q (bucket) order by q.bucket loop
    perform 1 from ledger.gate g where g.bucket = v.bucket for share;
  end loop;
  for v in
    select q.bucket, array_agg(distinct q.member_id) as members
    from unnest(p_bucket, p_member) q (bucket, member_id) group by q.bucket order by q.bucket
  loop
    perform 1 from ledger.balance b where b.bucket = v.bucket and b.member_id = any (v.members)
      order by b.member_id for update;
  end loop;
end $$;

-- The coordinator sends one call for each bucket. Only the owner may execute it: `place_slips` and `settle_chunk`,
-- which post for many members, run in separate transactions with the owner's rights throughout.
create or replace function ledger.write_bucket(
  p_bucket smallint, p_member uuid[], p_day date[], p_ref uuid[], p_kind text[], p_debit text[], p_credit text[],
  p_amount bigint[]
) returns integer language plpgsql set search_path to pg_catalog, pg_temp as $$
declare
  v_now timestamptz := clock.now();
  -- Assigned to plain variables: Citus cannot pass on record fields of PL/pgSQL's `into` and `for`.
  v_epoch integer := (select g.epoch from ledger.gate g where g.bucket = p_bucket);
  v_order integer[] := array(select q.k from unnest(p_member) with ordinality q (id, k) order by q.id, q.k);
  v_moved bigint[];
  v_fresh integer := 0;
  v_count integer;
  v_new integer := 0;
  k integer;
begin
  for i in 1 .. cardinality(v_order) loop
    k := v_order[i];
    insert into ledger.transfer (bucket, member_id, day, ref, kind, debit, credit, amount, epoch, at)
      values (p_bucket, p_member[k], p_day[k], p_ref[k], p_kind[k]::ledger.kind, p_debit[k]::ledger.account,
        p_credit[k]::ledger.account, p_amount[k], v_epoch, v_now)
      on conflict do nothing;
    get diagnostics v_count = row_count;
    if v_count = 1 then
      insert into ledger.line_day (bucket, member_id, date, day)
        values (p_bucket, p_member[k], (v_now at time zone 'UTC')::date, p_day[k]) on conflict do nothing;
      v_fresh := v_fresh + 1;
      v_moved := array(
        select coalesce(v_moved[a.place], 0) + ledger.delta(
          a.account, p_debit[k]::ledger.account, p_credit[k]::ledger.account, p_amount[k])
        from unnest(array['available', 'held', 'play', 'cash', 'sales', 'correction', 'issue']::ledger.account[])
          with ordinality a (account, place)
        order by a.place);
    end if;
    -- A member's balance is written once, with all its changes. It could be negative in between.
    continue when v_fresh = 0 or p_member[v_order[i + 1]] = p_member[k];
    update ledger.balance b set
      available = b.available + v_moved[1], held = b.held + v_moved[2], play = b.play + v_moved[3],
      cash = b.cash + v_moved[4], sales = b.sales + v_moved[5], correction = b.correction + v_moved[6],
      issue = b.issue + v_moved[7], version = b.version + v_fresh
    where b.bucket = p_bucket and b.member_id = p_member[k];
    get diagnostics v_count = row_count;
    if v_count = 0 then
      raise exception 'ledger.write: a member without a balance row' using errcode = 'TC001';
    end if;
    v_new := v_new + v_fresh;
    v_fresh := 0;
    v_moved := null;
  end loop;
  return v_new;
end $$;

do $$
begin
  revoke execute on function ledger.write_bucket(
    smallint, uuid[], date[], uuid[], text[], text[], text[], bigint[]) from public;
  perform create_distributed_function(
    'ledger.write_bucket(smallint, uuid[], date[], uuid[], text[], text[], text[], bigint[])',
    'p_bucket', colocate_with => 'ledger.gate', force_delegation => true);
end $$;

-- Enum values are passed as text, and no variable has one of our types: type ids differ between machines, so Citus does
-- not send them. It forwards the call only in this form.
create or replace function ledger.write_spread(
  p_bucket smallint[], p_member uuid[], p_day date[], p_ref uuid[], p_kind text[], p_debit text[], p_credit text[],
  p_amount bigint[]
) returns integer language plpgsql set search_path to pg_catalog, pg_temp as $$
declare
  v_bucket smallint;
  v_place integer[];
  v_member uuid[];
  v_day date[];
  v_ref uuid[];
  v_kind text[];
  v_debit text[];
  v_credit text[];
  v_amount bigint[];
  v_written integer;
  v_new integer := 0;
begin
  foreach v_bucket in array array(select distinct q.bucket from unnest(p_bucket) q (bucket) order by q.bucket) loop
    v_place := array(select q.k from unnest(p_bucket) with ordinality q (bucket, k) where q.bucket = v_bucket);
    v_member := array(select p_member[k] from unnest(v_place) k);
    v_day := array(select p_day[k] from unnest(v_place) k);
    v_ref := array(select p_ref[k] from unnest(v_place) k);
    v_kind := array(select p_kind[k] from unnest(v_place) k);
    v_debit := array(select p_debit[k] from unnest(v_place) k);
    v_credit := array(select p_credit[k] from unnest(v_place) k);
    v_amount := array(select p_amount[k] from unnest(v_place) k);
    select w.written into v_written from ledger.write_bucket(
      v_bucket, v_member, v_day, v_ref, v_kind, v_debit, v_credit, v_amount) w (written);
    v_new := v_new + v_written;
  end loop;
  return v_new;
end $$;

create or replace function ledger.write(
  p_bucket smallint[], p_member uuid[], p_day date[], p_ref uuid[], p_kind ledger.kind[],
  p_debit ledger.account[], p_credit ledger.account[], p_amount bigint[]
) returns integer language sql set search_path to pg_catalog, pg_temp
  as $$select ledger.write_spread(
    p_bucket, p_member, p_day, p_ref, p_kind::text[], p_debit::text[], p_credit::text[], p_amount)$$;

create or replace function ledger.write_stakes(
  p_bucket smallint[], p_member uuid[], p_day date, p_ref uuid[], p_amount bigint[]
) returns void language plpgsql set search_path to pg_catalog, pg_temp as $$
declare
  v_size integer[] := array[cardinality(p_member)];
begin
  if ledger.write(p_bucket, p_member, array_fill(p_day, v_size), p_ref, array_fill('stake'::ledger.kind, v_size),
      array_fill('available'::ledger.account, v_size), array_fill('play'::ledger.account, v_size), p_amount)
    <> cardinality(p_member) then
    raise exception 'ledger.write_stakes: a stake that is there already' using errcode = 'TC001';
  end if;
end $$;

create or replace function ledger.pay_back(
  p_bucket smallint[], p_member uuid[], p_day date, p_ref uuid[], p_kind ledger.kind, p_amount bigint[]
) returns integer language plpgsql set search_path to pg_catalog, pg_temp as $$
declare
  v_size integer[] := array[cardinality(p_member)];
begin
  perform ledger.lock(p_bucket, p_member);
  return ledger.write(p_bucket, p_member, array_fill(p_day, v_size), p_ref, array_fill(p_kind, v_size),
    array_fill('play'::ledger.account, v_size), array_fill('available'::ledger.account, v_size), p_amount);
end $$;

create or replace function ledger.shard_of(p_bucket smallint) returns bigint language sql stable
  as $$select get_shard_id_for_distribution_column('ledger.gate', p_bucket)$$;

-- Gate by gate, in the order in which postings take them. A single UPDATE on all machines has no order and could
-- deadlock with postings on two of them.
create or replace function ledger.close_epoch() returns integer language plpgsql as $$
begin
  for v_bucket in 0..255 loop
    update ledger.gate g set epoch = g.epoch + 1 where g.bucket = v_bucket::smallint;
  end loop;
  return (select min(g.epoch) - 1 from ledger.gate g);
end $$;

-- Locks all gates of a lottery by one UPDATE, because Citus refuses SELECT FOR UPDATE over several machines. An UPDATE
-- has no order, so callers wait for each other here to avoid deadlocks.
create or replace function lottery.lock_gates(p_lottery smallint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('lottery.borrow_budget'), p_lottery);
  update lottery.gate t set budget = t.budget where t.lottery_id = p_lottery;
end $$;

-- The buckets of a `place_slips` call are on one worker (`ledger.shard_of`). With this condition on each table, Citus
-- sends the whole statement to that worker, which can lock rows and look them up one by one.
create or replace function lottery.same_bucket(p_row smallint, p_slip smallint, p_buckets smallint[]) returns boolean
language sql immutable as $$select p_row = any (p_buckets) and p_row = p_slip$$;

do $$
begin
  perform create_distributed_function('lottery.same_bucket(smallint, smallint, smallint[])');
end $$;

-- Citus needs custom plans. `place_slips` runs in a separate transaction with the owner's rights throughout.
do $$
begin
  execute format('alter function %1$s reset plan_cache_mode reset enable_seqscan reset enable_hashjoin
    reset enable_mergejoin', 'lottery.place_slips'::regproc::regprocedure);
end $$;

-- Split in two: the original asks house and member in one query.
create or replace function members.identity_fault(p_bucket smallint, p_member uuid) returns text
  language plpgsql stable as $$
declare
  v_birth_date date := (select m.birth_date from members.member m where m.bucket = p_bucket and m.member_id = p_member);
  v_country text := members.known_country(p_bucket, p_member);
  v_age_min integer := (select r.age_min from house.admission_rule r order by r.version desc limit 1);
  v_countries text[] := (select r.countries from house.admission_rule r order by r.version desc limit 1);
  v_hours smallint := (select r.register_hours from house.admission_rule r order by r.version desc limit 1);
begin
  return case
    when exists (select from house.house h where h.mode = 'play') then null
    when v_birth_date is null or v_country is null or v_age_min is null then 'identity-needed'
    when v_birth_date > (clock.now() at time zone 'UTC')::date - make_interval(years => v_age_min) then 'too-young'
    when v_country <> all (v_countries) then 'country-not-served'
    when v_hours is not null then members.register_fault(p_bucket, p_member, v_hours)
  end;
end $$;

-- Citus plans neither queries with parameters of an SQL function nor generic plans.
do $$
declare
  v record;
begin
  for v in
    select p.oid::regprocedure as name, p.proretset, p.prosrc, pg_get_functiondef(p.oid) as text,
      p.prolang = (select l.oid from pg_language l where l.lanname = 'sql') as is_sql
    from unnest(array['draw.amounts_due', 'draw.may_seal', 'ledger.is_held', 'ledger.is_posted', 'ledger.lines',
      'lottery.slip_facts', 'lottery.sum_play', 'members.known_country', 'members.register_fault',
      'payments.is_credited']) f (name)
    join pg_proc p on p.oid = f.name::regproc
  loop
    if v.is_sql then
      execute replace(replace(v.text, 'LANGUAGE sql', 'LANGUAGE plpgsql'), v.prosrc,
        case when v.proretset then format(E'#variable_conflict use_column\nbegin\n  return query %s;\nend', v.prosrc)
          else format(E'begin\n  return (%s);\nend', v.prosrc) end);
    end if;
    execute format('alter function %s reset all', v.name);
  end loop;
  perform create_distributed_function('ledger.lines(smallint, uuid, timestamptz, timestamptz)');
  -- Called on the worker with the member's rows, within a query that already runs there.
  alter function ledger.lines(smallint, uuid, timestamptz, timestamptz)
    set citus.allow_nested_distributed_execution to on;
  alter function draw.settle_chunk(smallint, smallint, smallint, bigint, text, bytea, bytea) reset plan_cache_mode;
  alter function draw.settle_chunk(smallint, smallint, smallint, bigint, text, bytea, bytea) reset enable_seqscan;
end $$;

-- Functions that post for one member run completely on the worker with the member's rows, with the owner's rights:
-- Citus connects to workers as the calling role, and one transaction cannot use two. A worker has no rows that belong
-- to no member: provider events, claims, staff, rules, titles. Of these a function here only checks that the value is
-- not null. The server checks the rest beforehand, and reconciliation finds violations.
create or replace function payments.is_said(
  p_provider text, p_event text, p_kind text, p_reference uuid, p_amount bigint, p_currency text
) returns boolean language sql stable as $$select num_nulls(p_provider, p_event, p_kind, p_reference) = 0$$;

create or replace function payments.is_named(p_provider text, p_event text, p_provider_ref text) returns boolean
  language sql stable as $$select num_nulls(p_provider, p_event, p_provider_ref) = 0$$;

create or replace function payments.is_house_currency(p_currency text) returns boolean language sql stable
  as $$select p_currency is not null$$;

create or replace function payments.is_claimed(p_provider text, p_provider_ref text, p_id uuid) returns boolean
  language sql stable as $$select num_nulls(p_provider, p_provider_ref, p_id) = 0$$;

create or replace function payments.two_people_from() returns bigint language sql stable
  as $$select 9223372036854775807$$;

-- The state that the server computed counts.
create or replace function payments.review_from() returns bigint language sql stable as $$select null::bigint$$;

create or replace function payments.is_agreed(
  p_id uuid, p_member uuid, p_direction text, p_amount bigint, p_reference text, p_proposed_by uuid,
  p_confirmed_by uuid
) returns boolean language sql stable as $$
  select p_proposed_by <> p_confirmed_by and num_nulls(p_id, p_member, p_direction, p_amount, p_reference) = 0$$;

create or replace function staff.counts(p_staff uuid[], p_role text, p_as_one_of_two boolean) returns integer
  language sql stable as $$select count(distinct s)::integer from unnest(p_staff) s$$;

create or replace function video.is_on_sale(p_title uuid, p_price bigint, p_hours integer) returns boolean
  language sql stable as $$select num_nulls(p_title, p_price, p_hours) = 0$$;

create or replace function video.is_refund_agreed(p_id uuid, p_price bigint, p_staff uuid) returns boolean
  language sql stable as $$select num_nulls(p_id, p_price, p_staff) = 0$$;

create or replace function video.is_gone(p_title uuid, p_until timestamptz) returns boolean language sql stable
  as $$select num_nulls(p_title, p_until) = 0$$;

do $$
declare
  v_function regprocedure;
begin
  foreach v_function in array array[
    'ledger.post_one(smallint, uuid, date, uuid, text, text, text, bigint)',
    'ledger.is_posted(smallint, uuid, date, uuid, text, bigint)', 'ledger.is_held(smallint, uuid, date, uuid, bigint)',
    'payments.is_credited(smallint, uuid, date, uuid)', 'payments.is_said(text, text, text, uuid, bigint, text)',
    'payments.next_attempt(timestamptz)', 'payments.is_named(text, text, text)', 'payments.is_recent(date)',
    'payments.is_active_payee(smallint, uuid, uuid, text)',
    'payments.write_withdrawal(smallint, uuid, uuid, bigint, uuid, text, boolean, text, text)',
    'payments.is_house_currency(text)', 'payments.is_claimed(text, text, uuid)', 'payments.two_people_from()', 'payments.review_from()',
    'payments.is_agreed(uuid, uuid, text, bigint, text, uuid, uuid)', 'staff.counts(uuid[], text, boolean)',
    'video.is_on_sale(uuid, bigint, integer)', 'video.is_refund_agreed(uuid, bigint, uuid)',
    'video.is_gone(uuid, timestamptz)', 'video.give_back(smallint, uuid, uuid, uuid)'
  ]::regprocedure[] loop
    perform create_distributed_function(v_function);
    commit;
  end loop;
  foreach v_function in array array[
    'members.grant_start(smallint, uuid)',
    'payments.hold_withdrawal(smallint, uuid, uuid, bigint, uuid, text, text, text)',
    'payments.hold_final(smallint, uuid, uuid, uuid, text, text, text)',
    'payments.approve_withdrawal(smallint, uuid, uuid)',
    'payments.refuse_withdrawal(smallint, uuid, uuid, text, text)',
    'payments.note_sent(smallint, uuid, uuid, text, timestamptz)',
    'payments.put_off(smallint, uuid, uuid, integer, timestamptz)', 'payments.move_unsent(smallint, uuid, uuid, text)',
    'payments.book_payout(smallint, uuid, uuid, text)', 'payments.fail_payout(smallint, uuid, uuid, text)',
    'payments.return_payout(smallint, uuid, uuid, text)', 'payments.credit_payment(smallint, uuid, uuid, text)',
    'payments.credit_in_review(smallint, uuid, uuid)', 'payments.refund_in_review(smallint, uuid, uuid)',
    'payments.correct_balance(smallint, uuid, uuid, text, bigint, text, uuid, uuid)',
    'video.buy_title(smallint, uuid, uuid, uuid, bigint, integer)',
    'video.refund_purchase(smallint, uuid, uuid, uuid)', 'video.refund_withdrawn(smallint, uuid, uuid)'
  ]::regprocedure[] loop
    perform create_distributed_function(
      v_function, 'p_bucket', colocate_with => 'ledger.gate', force_delegation => true);
    commit;
  end loop;
end $$;
