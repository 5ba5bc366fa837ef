-- The book is written by functions alone: no role has a right to write its entries, its tree or its tree heads. The
-- functions hash an entry, extend the tree and take the time from the database's clock.

-- Locks the book's head until the transaction ends. The book has one writer at a time.
create function book.take_head(out size bigint, out peaks bytea)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  select h.size, h.peaks into strict size, peaks from book.head h for update;
end $$;

-- Appends entries, as canonical JSON, and returns their places and leaf hashes (RFC 6962). A full subtree of 256^level
-- leaves is kept as a node of that level.
create function book.write(p_bodies text[]) returns table (seq bigint, hash bytea, at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_size bigint;
  v_peaks bytea;
  v_at timestamptz;
  v_body text;
  v_subtree bytea;
  v_index bigint;
  v_height integer;
begin
  select h.size, h.peaks into strict v_size, v_peaks from book.take_head() h;
  v_at := clock.now();
  foreach v_body in array p_bodies loop
    v_subtree := sha256('\x00'::bytea || convert_to(v_body, 'UTF8'));
    insert into book.entry (seq, type, draw_id, body, hash, at)
      values (v_size, v_body::jsonb ->> 'type', v_body::jsonb ->> 'draw_id', v_body, v_subtree, v_at);
    return query select v_size, v_subtree, v_at;
    v_index := v_size;
    v_height := 0;
    while v_index % 2 = 1 loop
      v_subtree := sha256('\x01'::bytea || substr(v_peaks, length(v_peaks) - 31) || v_subtree);
      v_peaks := substr(v_peaks, 1, length(v_peaks) - 32);
      v_index := v_index / 2;
      v_height := v_height + 1;
      if v_height % 8 = 0 then
        insert into book.node (level, index, hash) values (v_height / 8, v_index, v_subtree);
      end if;
    end loop;
    v_peaks := v_peaks || v_subtree;
    v_size := v_size + 1;
  end loop;
  update book.head set size = v_size, peaks = v_peaks;
  perform pg_notify('book', '');
end $$;

-- An entry of the book is appended by the role that may write the rows that it speaks of: seals, draws and voids by
-- `draw`, switches, liabilities and audit heads by `jobs`. Tables and rules have functions of their own. All others,
-- such as a change of the book's key, are the owner's.
create function book.may_append(p_type text) returns boolean language sql stable as $$
  select case
    when p_type in ('seal', 'draw', 'void') then has_table_privilege(session_user, 'draw.' || p_type, 'insert')
    when p_type = 'switch' then has_table_privilege(session_user, 'house.switch', 'insert')
    when p_type in ('liabilities', 'audit-head') then has_table_privilege(session_user, 'ledger.liabilities', 'insert')
    else false
  end
$$;

-- As `book.write`, of the types that the caller may append.
create function book.append(p_bodies text[]) returns table (seq bigint, hash bytea, at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if session_user <> current_user and exists (
    select from unnest(p_bodies) b (body) where book.may_append(b.body::jsonb ->> 'type') is not true) then
    raise exception 'book.append: a type that % does not append', session_user using errcode = '42501';
  end if;
  return query select w.seq, w.hash, w.at from book.write(p_bodies) w;
end $$;

-- Publishes the tree head of all entries so far, with the time after their commit, and returns the size.
create function book.mark() returns bigint
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_size bigint;
  v_peaks bytea;
  v_root bytea;
  v_from integer;
begin
  select h.size, h.peaks into strict v_size, v_peaks from book.take_head() h;
  v_root := case when v_size = 0 then sha256('') else substr(v_peaks, length(v_peaks) - 31) end;
  for v_from in reverse length(v_peaks) - 63 .. 1 by 32 loop
    v_root := sha256('\x01'::bytea || substr(v_peaks, v_from, 32) || v_root);
  end loop;
  insert into book.checkpoint (size, root, at) values (v_size, v_root, clock.now()) on conflict do nothing;
  if found then
    perform pg_notify('mark', '');
  end if;
  return v_size;
end $$;

-- Whether a table may rule from its first period on: the period lies ahead, the columns are as its entry in the book
-- says, and each bet returns 92 to 98 % in the long run. Of a bet's 216 results so many win.
-- safe: code of before publishes no other table
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
      and (select count(*) = 20 and bool_and(
          m.multiplier::text = e.body::jsonb -> 'multipliers' ->> o.bet
          and m.multiplier::bigint * o.ways between 9200 * 216 and 9800 * 216)
        from unnest(array['small', 'big', 'odd', 'even', 's3', 's4', 's5', 's6', 's7', 's8', 's9', 's10', 's11', 's12',
            's13', 's14', 's15', 's16', 's17', 's18'],
          array[108, 108, 108, 108, 1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1])
          with ordinality o (bet, ways, place)
        join unnest(p.multipliers) with ordinality m (multiplier, place) using (place)))
$$;

-- Appends a table's entry to the book and writes its row, both or neither. Returns the id of the row.
create function lottery.publish_table(p_body text, p_table jsonb) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_new lottery.house_table := jsonb_populate_record(null::lottery.house_table, p_table);
begin
  select w.seq, w.hash into strict v_new.entry_seq, v_new.hash from book.write(array[p_body]) w;
  v_new.id := (select coalesce(max(t.id), 0) + 1 from lottery.house_table t);
  v_new.mode := (select h.mode from house.house h);
  if lottery.may_table(v_new) is not true then
    raise exception 'lottery.publish_table: a table that cannot rule' using errcode = '42501';
  end if;
  insert into lottery.house_table select v_new.*;
  return v_new.id;
end $$;

-- Writes a rule of money in and out, and appends its entry to the book, which says the same: both or neither.
create function payments.publish_rule(p_rule jsonb, p_body text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_new payments.rule := jsonb_populate_record(null::payments.rule, p_rule);
  v_said jsonb := p_body::jsonb;
begin
  -- Whoever else publishes waits: a rule is compared with the one before.
  perform book.take_head();
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
end $$;
