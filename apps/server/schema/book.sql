-- book

create schema book;

-- Tree heads: the Merkle root of the first `size` entries, and the time at which they were durable. The time is read
-- after the entries' commit.
create table book.tree_head (
  size bigint not null,
  at timestamptz not null,
  root bytea not null,
  primary key (size),
  constraint tree_head_root_check check (length(root) = 32)
);
-- Finds the tree heads at a moment, as evidence of a draw.
create index tree_head_at on book.tree_head (at);

-- Checkpoints: the signed note of a tree head, without cosignatures.
create table book.checkpoint (
  size bigint not null,
  note text not null,
  at timestamptz not null,
  primary key (size),
  foreign key (size) references book.tree_head(size)
);

-- Cosignatures: a witness states that it saw a checkpoint at `at_s`, in unix seconds of its own clock. A witness may
-- sign the same checkpoint several times.
create table book.cosignature (
  size bigint not null,
  witness text not null,
  at_s bigint not null,
  line text not null,
  seen_at timestamptz not null,
  primary key (size, witness, at_s),
  foreign key (size) references book.checkpoint(size),
  constraint cosignature_at_s_check check (at_s > 0)
);

-- The public book: one immutable row per entry. `body` is the canonical JSON, `hash` its leaf hash (RFC 6962).
create table book.entry (
  seq bigint not null,
  type text not null,
  draw_id text,
  body text not null,
  hash bytea not null,
  at timestamptz not null,
  primary key (seq)
);
create index entry_of_draw on book.entry (draw_id) where draw_id is not null;
create index entry_of_type on book.entry (type, seq);

-- Size and frontier of the book. Writers lock this row, so there is one writer at a time.
create table book.head (
  only_row boolean not null default true,
  size bigint not null,
  -- Roots of the full subtrees over all entries, largest first, 32 bytes each. The next entry is added to them. They
  -- are in this row because each append locks it anyway.
  frontier bytea not null default '\x'::bytea,
  primary key (only_row),
  constraint head_only_row_check check (only_row)
);
insert into book.head (size) values (0);

-- Witness policies that tables name: `quorum` of `witnesses` must cosign. `id` is the SHA-256 of the canonical JSON of
-- both.
create table book.policy (
  id bytea not null,
  quorum smallint not null,
  witnesses text[] not null,
  primary key (id),
  constraint policy_id_check check (length(id) = 32),
  constraint policy_quorum_check check (quorum > 0)
);

-- Public keys that sign the book, each valid from `from_s` (unix seconds). The private keys are never in the database.
create table book.log_key (
  vkey text not null,
  from_s bigint not null,
  primary key (vkey)
);

-- When a checkpoint met a policy: the time of its quorum-th cosignature. A cosignature that is found later may add a
-- row with an earlier time.
create table book.quorum_met (
  policy bytea not null,
  size bigint not null,
  at timestamptz not null,
  primary key (policy, size, at),
  foreign key (policy) references book.policy(id)
);
create index quorum_met_at on book.quorum_met (policy, at);

-- Inner nodes of the Merkle tree: level 1 has the root of each 256 entries, level 2 of each 65,536, and so on. A node
-- is written when its subtree is full. Level 0 is `book.entry.hash`.
create table book.node (
  level smallint not null,
  index bigint not null,
  hash bytea not null,
  primary key (level, index),
  constraint node_hash_check check (length(hash) = 32),
  constraint node_level_check check (level >= 1 and level <= 7)
);

-- Appends entries like `book.write`, for roles other than the owner. Throws 42501 for a type that the session's role
-- may not append.
create function book.append(p_bodies text[]) returns table (seq bigint, hash bytea, at timestamptz)
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
begin
  if session_user <> current_user then
    if exists (
        select from unnest(p_bodies) b (body) where book.may_append(b.body::jsonb ->> 'type') is not true) then
      raise exception 'book.append: a type that % does not append', session_user using errcode = '42501';
    end if;
  end if;
  return query select w.seq, w.hash, w.at from book.write(p_bodies) w;
end $$;

-- Returns the book's canonical JSON of a value: keys sorted by their bytes, no spaces.
create function book.canonical(p_value jsonb) returns text language plpgsql immutable as $$
begin
  return case jsonb_typeof(p_value)
    when 'object' then '{' || coalesce((
      select string_agg(to_json(o.key) || ':' || book.canonical(o.value), ',' order by o.key collate "C")
      from jsonb_each(p_value) o), '') || '}'
    when 'array' then '[' || coalesce((
      select string_agg(book.canonical(a.value), ',' order by a.place)
      from jsonb_array_elements(p_value) with ordinality a (value, place)), '') || ']'
    else p_value::text end;
end $$;

-- Whether a text is a draw id: `key/period`.
create function book.is_draw_id(p_draw_id text) returns boolean language sql immutable as $$
  select p_draw_id ~ '^[a-z][a-z0-9-]{0,31}/(0|[1-9][0-9]{0,15})$'
    and split_part(p_draw_id, '/', 2)::numeric <= 9007199254740991 $$;

-- Whether an entry has the fields of a stop of betting, as in `decodeEntry` of packages/fair.
create function book.is_stop(p_entry jsonb) returns boolean language sql immutable as $$
  select (select string_agg(k, ' ' order by k collate "C") from jsonb_object_keys(p_entry) k)
      = 'authority from reason reference type until what'
    and p_entry ->> 'what' ~ '^(betting|table/[a-z][a-z0-9-]{0,31})$'
    and p_entry ->> 'reason' ~ '^[a-z][a-z0-9-]{0,63}$'
    and p_entry ->> 'authority' ~ '^[ !#-\[\]-~]{0,200}$' and p_entry ->> 'reference' ~ '^[ !#-\[\]-~]{0,200}$'
    and (p_entry ->> 'authority' = '') = (p_entry ->> 'reference' = '')
    and not exists (
      select from unnest(array[p_entry ->> 'from', p_entry ->> 'until']) u (at)
      where u.at !~ '^(0|[1-9][0-9]{0,18})$' or u.at::numeric > 9007199254740991)
    and (p_entry ->> 'until' = '0' or (p_entry ->> 'from')::numeric <= (p_entry ->> 'until')::numeric) $$;

-- Whether a body is a valid entry of a type that processes append or publish. Applies the same rules as `decodeEntry`
-- of packages/fair, except for tables and rules.
create function book.is_readable(p_body text) returns boolean
language plpgsql immutable set search_path to pg_catalog, pg_temp as $$
declare
  c_decimal constant text := '^(0|[1-9][0-9]{0,18})$';
  c_hash constant text := '^[0-9a-f]{64}$';
  c_count_max constant numeric := 9007199254740991;
  c_total_max constant numeric := 9223372036854775807;
  v jsonb;
  v_fields text;
begin
  -- Entries store the length in two bytes and are ASCII.
  if p_body is null or length(p_body) > 65535 or octet_length(p_body) <> length(p_body) then
    return false;
  end if;
  v := p_body::jsonb;
  -- Rejects duplicate fields too: jsonb keeps one of them, so the canonical bytes differ.
  if jsonb_typeof(v) <> 'object' or book.canonical(v) <> p_body then
    return false;
  end if;
  if exists (
      select from jsonb_each(v) e
      where e.key not in ('dice', 'turnover', 'multipliers', 'witnesses') and jsonb_typeof(e.value) <> 'string') then
    return false;
  end if;
  v_fields := (select string_agg(k, ' ' order by k collate "C") from jsonb_object_keys(v) k);
  return coalesce(case v ->> 'type'
    when 'seal' then v_fields = 'count draw_id root table type' and book.is_draw_id(v ->> 'draw_id')
      and v ->> 'root' ~ c_hash and v ->> 'table' ~ c_hash
      and v ->> 'count' ~ c_decimal and (v ->> 'count')::numeric <= c_count_max
    when 'draw' then v_fields = 'dice draw_id round signature type' and book.is_draw_id(v ->> 'draw_id')
      and v ->> 'signature' ~ '^[0-9a-f]{96}$' and v ->> 'round' ~ c_decimal and v ->> 'round' <> '0'
      and (v ->> 'round')::numeric <= c_count_max and (v -> 'dice')::text ~ '^\["[1-6]", "[1-6]", "[1-6]"\]$'
    when 'void' then v_fields = 'draw_id reason table type' and book.is_draw_id(v ->> 'draw_id')
      and v ->> 'reason' ~ '^[a-z][a-z0-9-]{0,63}$' and v ->> 'table' ~ c_hash
    when 'audit-head' then v_fields = 'at head size type' and v ->> 'head' ~ c_hash
      and v ->> 'at' ~ c_decimal and (v ->> 'at')::numeric <= c_count_max
      and v ->> 'size' ~ c_decimal and (v ->> 'size')::numeric <= c_count_max
    when 'liabilities' then v_fields = 'date epoch leaves root total turnover type' and v ->> 'root' ~ c_hash
      and v ->> 'date' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and to_char((v ->> 'date')::date, 'YYYY-MM-DD') = v ->> 'date'
      and v ->> 'epoch' ~ c_decimal and (v ->> 'epoch')::numeric <= c_count_max
      and v ->> 'total' ~ c_decimal and (v ->> 'total')::numeric <= c_total_max
      and v ->> 'leaves' ~ c_decimal and exists (
        select from generate_series(0, 40) n where ((v ->> 'leaves')::numeric = (2::numeric ^ n)::numeric))
      and jsonb_typeof(v -> 'turnover') = 'array' and jsonb_array_length(v -> 'turnover') <= 256 and not exists (
        select from (
          select t.row, lag(t.row ->> 'key') over (order by t.place) as before
          from jsonb_array_elements(v -> 'turnover') with ordinality t (row, place)
        ) t
        where (jsonb_typeof(t.row) = 'object'
          and (select string_agg(k, ' ' order by k collate "C") from jsonb_object_keys(t.row) k) = 'key paid players staked'
          and not exists (select from jsonb_each(t.row) f where jsonb_typeof(f.value) <> 'string')
          and t.row ->> 'key' ~ '^[a-z][a-z0-9-]{0,31}$' and (t.before is null or t.before collate "C" < t.row ->> 'key')
          and t.row ->> 'paid' ~ c_decimal and (t.row ->> 'paid')::numeric <= c_total_max
          and t.row ->> 'staked' ~ c_decimal and (t.row ->> 'staked')::numeric <= c_total_max
          and t.row ->> 'players' ~ c_decimal
          and (t.row ->> 'players')::numeric between 20 and c_count_max) is not true)
    when 'switch' then v_fields = 'from reason state type what' and v ->> 'state' in ('on', 'off')
      and v ->> 'reason' ~ '^[a-z][a-z0-9-]{0,63}$' and v ->> 'what' ~ '^(money-in|table/[a-z][a-z0-9-]{0,31})$'
      and v ->> 'from' ~ c_decimal and (v ->> 'from')::numeric <= c_count_max
    when 'stop' then book.is_stop(v)
    -- Their functions compare them with what two people agreed on. JSON escapes control characters by a backslash.
    when 'table' then strpos(p_body, chr(92)) = 0
    when 'rule' then v_fields = 'from type value what' and length(v ->> 'value') between 1 and 1024
      and strpos(replace(p_body, chr(92) || '"', ''), chr(92)) = 0
    else false
  end, false);
exception
  when data_exception then
    return false;
end $$;

-- Publishes the tree head of all committed entries and returns its size. `at` is the time after their commit.
create function book.note_tree_head() returns bigint
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_size bigint;
  v_frontier bytea;
  v_root bytea;
  v_from integer;
begin
  select h.size, h.frontier into strict v_size, v_frontier from book.take_head() h;
  v_root := case when v_size = 0 then sha256('') else substr(v_frontier, length(v_frontier) - 31) end;
  for v_from in reverse length(v_frontier) - 63 .. 1 by 32 loop
    v_root := sha256('\x01'::bytea || substr(v_frontier, v_from, 32) || v_root);
  end loop;
  insert into book.tree_head (size, root, at) values (v_size, v_root, clock.now()) on conflict do nothing;
  if found then
    perform pg_notify('tree_head', '');
  end if;
  return v_size;
end $$;

-- Whether the session's role may append an entry of this type. A role may append a type if it may write the rows that
-- the entry describes. So `draw` appends seals, draws and voids; `jobs` appends switches, liabilities and audit heads.
-- Tables and rules have functions of their own. Only the owner appends other types, such as a change of the book's
-- key.
create function book.may_append(p_type text) returns boolean language sql stable as $$
  select case
    when p_type in ('seal', 'draw', 'void') then has_table_privilege(session_user, 'draw.' || p_type, 'insert')
    when p_type = 'switch' then has_table_privilege(session_user, 'house.switch', 'insert')
    when p_type in ('liabilities', 'audit-head') then has_table_privilege(session_user, 'ledger.liabilities', 'insert')
    else false
  end
$$;

-- Returns the book's entry of a switch, as canonical JSON.
create function book.switch_entry(p_what text, p_open boolean, p_reason text, p_at timestamptz) returns text
language sql immutable as $$
  select '{"from":"' || ceil(extract(epoch from p_at))::bigint || '","reason":' || to_json(p_reason) || ',"state":"'
    || case when p_open then 'on' else 'off' end || '","type":"switch","what":' || to_json(p_what) || '}' $$;

-- Returns the book's entry of a stop of betting, as canonical JSON. Null texts are written as empty, a null end as 0.
create function book.stop_entry(
  p_what text, p_from timestamptz, p_until timestamptz, p_reason text, p_authority text, p_reference text
) returns text language sql immutable as $$
  select book.canonical(jsonb_build_object('type', 'stop', 'what', p_what, 'reason', p_reason,
    'authority', coalesce(p_authority, ''), 'reference', coalesce(p_reference, ''),
    'from', extract(epoch from p_from)::bigint::text,
    'until', coalesce(extract(epoch from p_until)::bigint, 0)::text)) $$;

-- Locks the book's head until the transaction ends and returns its size and frontier. The book has one writer at a
-- time.
create function book.take_head(out size bigint, out frontier bytea)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  select h.size, h.frontier into strict size, frontier from book.head h for update;
end $$;

-- Appends the rule `program` with the hashes of the program that the club runs, `part=sha256` separated by spaces.
-- Returns whether they differ from the last such rule; otherwise writes nothing. Throws 22023 for another text.
create function book.publish_program(p_hashes text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_hashes is null or length(p_hashes) > 400 or p_hashes !~ '^[a-z-]+=[0-9a-f]{64}( [a-z-]+=[0-9a-f]{64})*$' then
    raise exception 'book.publish_program: no hashes of a program' using errcode = '22023';
  end if;
  -- Excludes other writers: two concurrent calls must not both find the hashes missing.
  perform book.take_head();
  if p_hashes is not distinct from (
    select e.body::jsonb ->> 'value' from book.entry e
    where e.type = 'rule' and e.body::jsonb ->> 'what' = 'program' order by e.seq desc limit 1) then
    return false;
  end if;
  perform book.write(array[book.canonical(jsonb_build_object('type', 'rule', 'what', 'program', 'value', p_hashes,
    'from', floor(extract(epoch from clock.now()))::text))]);
  return true;
end $$;

-- Appends entries, given as canonical JSON. Returns their positions and leaf hashes (RFC 6962). Stores a node of level
-- n for each full subtree of 256^n leaves. Throws TC001 for a second seal, draw or void of the same draw, and 42501
-- for a body that readers cannot decode, except for the owner.
create function book.write(p_bodies text[]) returns table (seq bigint, hash bytea, at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_size bigint;
  v_frontier bytea;
  v_at timestamptz;
  v_body text;
  v_subtree bytea;
  v_index bigint;
  v_height integer;
begin
  select h.size, h.frontier into strict v_size, v_frontier from book.take_head() h;
  v_at := clock.now();
  foreach v_body in array p_bodies loop
    -- Entries are never removed, so an unreadable one would break the book permanently. Tests write some as the owner.
    if session_user <> current_user and book.is_readable(v_body) is not true then
      raise exception 'book.write: a body that readers of the book cannot read' using errcode = '42501';
    end if;
    if v_body::jsonb ->> 'type' in ('seal', 'draw', 'void') and exists (
      select from book.entry e where e.draw_id = v_body::jsonb ->> 'draw_id' and e.type = v_body::jsonb ->> 'type') then
      raise exception 'book.write: % has its % already', v_body::jsonb ->> 'draw_id', v_body::jsonb ->> 'type'
        using errcode = 'TC001';
    end if;
    v_subtree := sha256('\x00'::bytea || convert_to(v_body, 'UTF8'));
    insert into book.entry (seq, type, draw_id, body, hash, at)
      values (v_size, v_body::jsonb ->> 'type', v_body::jsonb ->> 'draw_id', v_body, v_subtree, v_at);
    return query select v_size, v_subtree, v_at;
    v_index := v_size;
    v_height := 0;
    while v_index % 2 = 1 loop
      v_subtree := sha256('\x01'::bytea || substr(v_frontier, length(v_frontier) - 31) || v_subtree);
      v_frontier := substr(v_frontier, 1, length(v_frontier) - 32);
      v_index := v_index / 2;
      v_height := v_height + 1;
      if v_height % 8 = 0 then
        insert into book.node (level, index, hash) values (v_height / 8, v_index, v_subtree);
      end if;
    end loop;
    v_frontier := v_frontier || v_subtree;
    v_size := v_size + 1;
  end loop;
  update book.head set size = v_size, frontier = v_frontier;
  perform pg_notify('book', '');
end $$;
