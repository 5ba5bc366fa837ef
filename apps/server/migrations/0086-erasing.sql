-- Erasing what of members who left is kept no longer. The role of the jobs may delete no row of theirs: it calls these,
-- which know what goes, when, and of whom.

-- How many years a kind of data is kept once an account is closed. Written by the owner with each migration, from
-- src/retention.json.
create table members.retention (
  kind text primary key,
  years smallint not null check (years between 0 and 100)
);

-- The moment before which an account must have been closed, for a kind of data to go.
create function members.kept_since(p_kind text) returns timestamptz
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  v_years smallint := (select r.years from members.retention r where r.kind = p_kind);
begin
  if v_years is null then
    raise exception 'members.retention does not say how long % is kept', p_kind using errcode = 'TC001';
  end if;
  return clock.now() - make_interval(years => v_years);
end $$;

-- Deletes, or with p_set changes, up to 1,000 rows of a table in a bucket. p_only says of a row r which ones; it and
-- the rest is SQL of the functions below. Rows are found again by their key: their place is another row's on another
-- machine. Returns how many there were.
create function members.erase_batch(
  p_table regclass, p_bucket smallint, p_only text, p_beside text default '', p_set text default null,
  p_order text default null
) returns integer language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_key text[] := array(
    select format('%I', a.attname) from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = p_table and i.indisprimary);
  v_listed text := (select string_agg('r.' || k, ', ') from unnest(v_key) k);
  v_same text := (select string_agg(format('x.%1$s = batch.%1$s', k), ' and ') from unnest(v_key) k);
  v_count integer;
begin
  execute format('with batch as materialized (
      select %1$s, clock.now() as now from %2$s r %3$s where r.bucket = %4$s and %5$s %6$s limit 1000) %7$s',
    v_listed, p_table, p_beside, p_bucket, p_only, 'order by ' || p_order,
    case when p_set is null
      then format('delete from %s x using batch where x.bucket = %s and %s', p_table, p_bucket, v_same)
      else format('update %s x set %s from batch where x.bucket = %s and %s', p_table, p_set, p_bucket, v_same) end);
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Erases up to 1,000 rows of one kind, of members of a bucket who left, once they and the row are over for long enough.
-- Returns how many: with 1,000 there may be more.
create function members.erase_kept(p_what text, p_bucket smallint) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_beside constant text := 'join members.closure c on c.bucket = r.bucket and c.member_id = r.member_id';
  v record;
  v_since timestamptz;
begin
  -- They go when the member closes the account; here goes what an upload of that very moment has left.
  if p_what = 'avatars' then
    return members.erase_batch('members.avatar', p_bucket, 'true', v_beside);
  end if;
  -- Names that no tree of what was owed needs any more: those are kept for 35 days.
  if p_what = 'names' then
    return members.erase_batch('members.erasure', p_bucket,
      format('r.user_name is not null and r.at < %L::timestamptz', clock.now() - interval '36 days'),
      p_set => 'user_name = null');
  end if;
  select w.* into v from (values
    ('push-tasks', 'members.push_task', 'push', 'r.next_at', 'true'),
    ('push-subscriptions', 'members.push_subscription', 'push', 'r.created_at', 'true'),
    ('film-positions', 'video.progress', 'films', 'r.at', 'true'),
    ('film-choices', 'video.choice', 'films', 'r.at', 'true'),
    ('film-plays', 'video.play', 'films', 'r.hour', 'true'),
    ('messages', 'members.message', 'messages', 'r.at', 'true'),
    -- By one date, that of the conversation: a file goes before its entry, and both before the conversation.
    ('desk-files', 'desk.file', 'messages', '(select t.last_at from desk.thread t
      where t.bucket = r.bucket and t.member_id = r.member_id and t.id = r.thread_id)', 'true'),
    ('desk-entries', 'desk.entry', 'messages', '(select t.last_at from desk.thread t
      where t.bucket = r.bucket and t.member_id = r.member_id and t.id = r.thread_id)', 'true'),
    ('desk-threads', 'desk.thread', 'messages', 'r.last_at', 'true'),
    -- Behind its last picture: one goes before the report.
    ('report-evidence', 'directory.evidence', 'messages', 'r.at', 'true'),
    ('reports', 'directory.report', 'messages', 'greatest(r.at, r.decided_at, (
      select max(e.at) from directory.evidence e
      where e.bucket = r.bucket and e.member_id = r.member_id and e.report_id = r.id))', 'true'),
    ('person-keys', 'members.person_key', 'recognition', 'r.at', 'not exists (
      select from members.exclusion e where e.bucket = r.bucket and e.member_id = r.member_id
        and e.from_at + e.hours * interval ''1 hour'' > clock.now())'),
    ('sessions', 'members.session', 'sessions',
      'least(coalesce(r.ended_at, ''infinity''), r.idle_until, r.expires_at)', 'true')
  ) w (name, tab, kind, over_at, also) where w.name = p_what;
  if v is null then
    raise exception 'members.erase_kept: nothing is called %', p_what using errcode = 'TC001';
  end if;
  v_since := members.kept_since(v.kind);
  return members.erase_batch(v.tab::regclass, p_bucket,
    format('c.done_at < %1$L::timestamptz and %2$s < %1$L::timestamptz and %3$s', v_since, v.over_at, v.also), v_beside);
end $$;

-- Accounts whose data of a kind is over, up to p_limit from a given one on, without it unless p_itself: empty, closed
-- for long enough, and nothing of them open. An account is left alone as long as something of it may still be needed,
-- by the member above all.
create function members.erasable(
  p_kind text, p_bucket smallint, p_member uuid, p_limit integer default 100, p_itself boolean default false
) returns table (bucket smallint, member_id uuid)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_since timestamptz := members.kept_since(p_kind);
begin
  return query
    with held as materialized (
      select h.bucket, h.member_id from payments.legal_hold h
      where h.from_at is not null and h.lifted_at is null and h.expires_at > clock.now())
    select c.bucket, c.member_id
    from members.closure c
    join ledger.balance b on b.bucket = c.bucket and b.member_id = c.member_id
    where ((c.bucket, c.member_id) > (p_bucket, p_member)
        or (p_itself and c.bucket = p_bucket and c.member_id = p_member))
      and c.done_at < v_since and b.available = 0 and b.held = 0
      and not exists (select from members.erasure e
        where e.bucket = c.bucket and e.member_id = c.member_id and e.kind = p_kind)
      and not exists (select from ledger.transfer t
        where t.bucket = c.bucket and t.member_id = c.member_id and t.at >= v_since
          and t.day >= (v_since - interval '1 year')::date)
      and not exists (select from payments.payment p
        where p.bucket = c.bucket and p.member_id = c.member_id and p.state in ('review', 'refunding'))
      and not exists (select from held h where h.bucket = c.bucket and h.member_id = c.member_id)
      and (p_kind <> 'bets' or not exists (select from complaints.complaint r
        where r.bucket = c.bucket and r.member_id = c.member_id and r.answered_at is null))
      -- Whoever is excluded is known again by name and birth date.
      and (p_kind <> 'person' or not exists (select from members.exclusion r
        where r.bucket = c.bucket and r.member_id = c.member_id and r.from_at + r.hours * interval '1 hour' > clock.now()))
    order by c.bucket, c.member_id limit p_limit;
end $$;

-- Erases a kind of an account's data, up to 1,000 rows at a time: false while there is more to do, true once it is done
-- and noted. Postings, slips, and the numbers that tie them to payments stay: an account is then a number that leads to
-- nobody. A slip whose salt is gone cannot be matched with a user name any more. Fails for an account that is not due.
create function members.erase_account(p_kind text, p_bucket smallint, p_member uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_of constant text := format('r.member_id = %L::uuid', p_member);
  v record;
begin
  if (select (e.bucket, e.member_id) from members.erasable(p_kind, p_bucket, p_member, 1, true) e)
      is distinct from (p_bucket, p_member) then
    raise exception 'members.erase_account: the account is not due' using errcode = 'TC001';
  end if;
  for v in
    select w.* from (values
      ('money', 'payments.top_up', 'coalesce(r.checkout_ref, r.checkout_url) is not null',
        'checkout_ref = null, checkout_url = null', null),
      ('money', 'payments.withdrawal', 'coalesce(r.refusal_words, r.provider_ref) is not null',
        'refusal_words = null, provider_ref = null', null),
      ('money', 'payments.withdrawal_review', 'r.words is not null', 'words = null', null),
      ('money', 'payments.payment_review', 'r.why <> ''''', 'why = ''''', null),
      ('money', 'payments.legal_hold', 'true', null, null),
      ('money', 'video.purchase', 'true', null, null),
      ('bets', 'lottery.slip_key', 'r.salt is not null', 'salt = null', null),
      ('bets', 'complaints.complaint_entry', 'true', null, null),
      ('bets', 'complaints.complaint', 'true', null, null),
      ('bets', 'lottery.play', 'true', null, null),
      ('bets', 'lottery.player', 'true', null, null),
      -- The withdrawals that went there keep their rows; nothing may be paid to one of which nobody knows where it is.
      ('person', 'payments.payee', 'r.key_id <> ''''', 'bank_code = '''', holder = '''', masked = '''',
        phone_masked = '''', brand = null, sealed = '''', key_id = '''', ended_at = coalesce(x.ended_at, batch.now)',
        null),
      ('person', 'payments.payee_permit', 'true', null, null),
      ('person', 'members.real_name', 'true', null, null),
      ('person', 'members.finance_password', 'true', null, null),
      ('person', 'members.finance_reset', 'true', null, null),
      ('person', 'members.recovery_code', 'true', null, null),
      ('person', 'members.suspension', 'true', null, null),
      ('person', 'members.own_invite', 'true', null, null),
      ('person', 'members.limit_review', 'true', null, null),
      ('person', 'members.identity_check', 'true', null, null),
      ('person', 'members.exclusion', 'true', null, null),
      ('person', 'members.session', 'true', null, null),
      -- A version refers to the one before it.
      ('person', 'members.limit_set', 'true', null, 'r.kind, r.version desc'),
      ('person', 'members.limit_request', 'true', null, null),
      ('consents', 'members.consent', 'true', null, null)
    ) w (kind, tab, only_those, set_to, sorted) where w.kind = p_kind
  loop
    if members.erase_batch(v.tab::regclass, p_bucket, v_of || ' and ' || v.only_those, '', v.set_to, v.sorted) = 1000 then
      return false;
    end if;
  end loop;
  -- No cut of the ledger falls between the time that is written and the end of this transaction.
  perform ledger.hold_epoch(p_bucket);
  insert into members.erasure (bucket, member_id, kind, at, user_name)
    select m.bucket, m.member_id, p_kind, clock.now(), case when p_kind = 'person' then m.user_name end
    from members.member m where m.bucket = p_bucket and m.member_id = p_member;
  -- The row stays, for the ledger; its id stands for the name, and is too long to be registered as one.
  if p_kind = 'person' then
    update members.member m
      set user_name = m.member_id::text, password_hash = '', birth_date = null, sex = null, locale = null
      where m.bucket = p_bucket and m.member_id = p_member;
    delete from members.user_name_claim u where u.member_id = p_member;
  end if;
  return true;
end $$;

-- Removes the paths of what the house owed, of days long past. A member has 35 days to fetch the proof of a day; roots
-- and totals stay for ever.
create function ledger.forget_owed() returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  -- As a value: where the tables are spread over machines, a DELETE may not ask for the time itself.
  v_first date := (clock.now() at time zone 'UTC')::date - 35;
begin
  delete from ledger.owed o where o.date < v_first;
  delete from ledger.owed_page o where o.date < v_first;
end $$;
