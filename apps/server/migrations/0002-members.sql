-- Who the members are and how they come in.
create schema members;

create table members.member (
  bucket smallint not null check (bucket between 0 and 255),
  member_id uuid not null,
  user_name text not null,
  password_hash text not null,
  birth_date date not null,
  agreement_version integer not null,
  agreed_at timestamptz not null,
  locale text,
  created_at timestamptz not null,
  primary key (bucket, member_id)
);

-- Uniqueness across members lives in a claim keyed by the value: one shard decides it.
create table members.user_name_claim (
  name_key text primary key,
  bucket smallint not null,
  member_id uuid not null unique
);

-- A suspension is a fact with a beginning and an end; the present state is read from the facts.
create table members.suspension (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  reason text not null,
  from_at timestamptz not null,
  until_at timestamptz,
  lifted_at timestamptz,
  primary key (bucket, member_id, id)
);

-- Opaque tokens, hashed at rest. A restricted session (of a suspended member) can see, withdraw and write to the desk,
-- never bet.
create table members.session (
  bucket smallint not null,
  member_id uuid not null,
  token_hash bytea not null,
  restricted boolean not null default false,
  address text,
  device text,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  idle_until timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (bucket, member_id, token_hash)
) with (fillfactor = 80);

create table members.recovery_code (
  bucket smallint not null,
  member_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (bucket, member_id, code_hash)
);

-- Single use: claimed by the member who registers with it.
create table members.invite (
  code_hash bytea primary key,
  issuer_bucket smallint,
  issuer_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_bucket smallint,
  used_by uuid,
  used_at timestamptz
);

create table members.agreement (
  version integer primary key,
  published_at timestamptz not null
);

-- How often something secret was tried (a password, a recovery code, an invite) within the running window. The key is a
-- hash of what is counted: people type passwords into the name field. Rows past their window may be deleted.
create table members.try_count (
  key bytea primary key,
  tries integer not null check (tries >= 0),
  until_at timestamptz not null
) with (fillfactor = 50);
create index try_count_until on members.try_count (until_at);

-- Counts one try on every key, or on none when one of them is used up; to be called before the secret is looked at.
-- wait_s is null when the try may go on, else the seconds until it may. counted and window_end say what was counted, so
-- that members.give_back can undo it. The row lock of the upsert decides among parallel tries; a refused try writes
-- nothing in the usual case, so that a flood costs reads only.
create function members.count_try(p_key bytea[], p_max integer[], p_window interval)
returns table (wait_s integer, counted integer[], window_end text[]) language plpgsql as $$
declare
  v_now timestamptz := clock.now();
  v_until timestamptz;
  v_tries integer;
  i integer;
begin
  counted := '{}';
  window_end := '{}';
  select max(t.until_at) into v_until
    from unnest(p_key, p_max) q (key, tries_max) join members.try_count t on t.key = q.key
    where t.until_at > v_now and t.tries >= q.tries_max;
  if v_until is null then
    for i in 1 .. cardinality(p_key) loop
      insert into members.try_count as t (key, tries, until_at) values (p_key[i], 1, v_now + p_window)
        on conflict (key) do update set
          tries = case when t.until_at <= v_now then 1 else t.tries + 1 end,
          until_at = case when t.until_at <= v_now then excluded.until_at else t.until_at end
          where t.until_at <= v_now or t.tries < p_max[i]
        returning t.tries, t.until_at into v_tries, v_until;
      if not found then
        perform members.give_back(p_key[1:i - 1], array_fill(1, array[i - 1]), window_end);
        select t.until_at into v_until from members.try_count t where t.key = p_key[i];
        exit;
      end if;
      counted := counted || v_tries;
      window_end := window_end || v_until::text;
      v_until := null;
    end loop;
  end if;
  -- By the clock of this moment: another call, waited for above, may have begun its window after v_now.
  wait_s := case when v_until is not null
    then greatest(1, ceil(extract(epoch from v_until - clock.now()))::integer) end;
  return next;
end $$;

-- Takes back p_tries of what count_try counted, unless the window it was counted in is over. In the order of the keys,
-- as count_try locks them: two calls never wait for each other.
create function members.give_back(p_key bytea[], p_tries integer[], p_until text[]) returns void language plpgsql as $$
begin
  for i in 1 .. cardinality(p_key) loop
    update members.try_count t set tries = greatest(0, t.tries - p_tries[i])
      where t.key = p_key[i] and t.until_at = p_until[i]::timestamptz;
  end loop;
end $$;
