-- book

create schema book;

-- Tree heads: the root of the first `size` entries, and the time at which they were durable (read after their commit).
create table book.tree_head (
  size bigint not null,
  at timestamptz not null,
  root bytea not null,
  primary key (size),
  constraint tree_head_root_check check (length(root) = 32)
);
-- For the evidence of a draw: the tree heads at a moment.
create index tree_head_at on book.tree_head (at);

-- Checkpoints: the signed note of a tree head, without cosignatures.
create table book.checkpoint (
  size bigint not null,
  note text not null,
  at timestamptz not null,
  primary key (size),
  foreign key (size) references book.tree_head(size)
);

-- What a witness said of a checkpoint: that it saw it at a moment of its own clock (unix seconds). One may say so more
-- than once.
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

-- The public book: one row per entry. `body` is the canonical JSON, `hash` its leaf hash (RFC 6962). Never changed.
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

-- The book has one writer at a time: whoever holds this row.
create table book.head (
  only_row boolean not null default true,
  size bigint not null,
  -- Roots of the full subtrees over all entries, largest first, 32 bytes each: what the next entry is added to. Each
  -- append locks the row anyway.
  peaks bytea not null default '\x'::bytea,
  primary key (only_row),
  constraint head_only_row_check check (only_row)
);
insert into book.head (size) values (0);

-- The policies that tables name: `quorum` of these witnesses. `id` is the SHA-256 of the canonical JSON of both.
create table book.policy (
  id bytea not null,
  quorum smallint not null,
  witnesses text[] not null,
  primary key (id),
  constraint policy_id_check check (length(id) = 32),
  constraint policy_quorum_check check (quorum > 0)
);

-- The public keys that sign the book, each from a moment on (unix seconds). The private ones are never here.
create table book.log_key (
  vkey text not null,
  from_s bigint not null,
  primary key (vkey)
);

-- When a checkpoint met a policy: the time of its quorum-th cosignature. One that is found later may add an earlier
-- time.
create table book.quorum_met (
  policy bytea not null,
  size bigint not null,
  at timestamptz not null,
  primary key (policy, size, at),
  foreign key (policy) references book.policy(id)
);
create index quorum_met_at on book.quorum_met (policy, at);

-- The tree above the entries: at level 1 the root of each 256 entries, at level 2 of each 65 536, and so on; written
-- when full. The level below is book.entry.hash.
create table book.node (
  level smallint not null,
  index bigint not null,
  hash bytea not null,
  primary key (level, index),
  constraint node_hash_check check (length(hash) = 32),
  constraint node_level_check check (level >= 1 and level <= 7)
);

-- As `book.write`, of the types that the caller may append.
create function book.append(p_bodies text[]) returns table (seq bigint, hash bytea, at timestamptz)
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
begin
  if session_user <> current_user then
    if exists (
        select from unnest(p_bodies) b (body) where book.may_append(b.body::jsonb ->> 'type') is not true) then
      raise exception 'book.append: a type that % does not append', session_user using errcode = '42501';
    end if;
    if exists (select from unnest(p_bodies) b (body) where book.is_readable(b.body) is not true) then
      raise exception 'book.append: a body that readers of the book cannot read' using errcode = '42501';
    end if;
  end if;
  return query select w.seq, w.hash, w.at from book.write(p_bodies) w;
end $$;

-- The book's canonical JSON of a value: keys in order of their bytes, no spaces.
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

-- A lottery's key and the number of a period.
create function book.is_draw_id(p_draw_id text) returns boolean language sql immutable as $$
  select p_draw_id ~ '^[a-z][a-z0-9-]{0,31}/(0|[1-9][0-9]{0,15})$'
    and split_part(p_draw_id, '/', 2)::numeric <= 9007199254740991 $$;

-- Whether a body is an entry that processes append, as readers read it: packages/fair, `decodeEntry`.
create function book.is_readable(p_body text) returns boolean
language plpgsql immutable set search_path to pg_catalog, pg_temp as $$
declare
  c_decimal constant text := '^(0|[1-9][0-9]{0,18})$';
  c_hash constant text := '^[0-9a-f]{64}$';
  c_key constant text := '^[a-z][a-z0-9-]{0,31}$';
  c_count_max constant numeric := 9007199254740991;
  c_total_max constant numeric := 9223372036854775807;
  v jsonb;
  v_fields text;
begin
  -- The length is stored in two bytes, and entries are ASCII.
  if p_body is null or length(p_body) > 65535 or octet_length(p_body) <> length(p_body) then
    return false;
  end if;
  v := p_body::jsonb;
  -- Of fields that come twice jsonb keeps one, so that the bytes differ.
  if jsonb_typeof(v) <> 'object' or book.canonical(v) <> p_body then
    return false;
  end if;
  if exists (
      select from jsonb_each(v) e where e.key not in ('dice', 'turnover') and jsonb_typeof(e.value) <> 'string') then
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
          and t.row ->> 'key' ~ c_key and (t.before is null or t.before collate "C" < t.row ->> 'key')
          and t.row ->> 'paid' ~ c_decimal and (t.row ->> 'paid')::numeric <= c_total_max
          and t.row ->> 'staked' ~ c_decimal and (t.row ->> 'staked')::numeric <= c_total_max
          and t.row ->> 'players' ~ c_decimal
          and (t.row ->> 'players')::numeric between 20 and c_count_max) is not true)
    else false
  end, false);
exception
  when data_exception then
    return false;
end $$;

-- Publishes the tree head of all entries so far, with the time after their commit, and returns the size.
create function book.note_tree_head() returns bigint
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
  insert into book.tree_head (size, root, at) values (v_size, v_root, clock.now()) on conflict do nothing;
  if found then
    perform pg_notify('tree_head', '');
  end if;
  return v_size;
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

-- The entry of a switch in the book, as canonical JSON.
create function book.switch_entry(p_what text, p_open boolean, p_reason text, p_at timestamptz) returns text
language sql immutable as $$
  select '{"from":"' || ceil(extract(epoch from p_at))::bigint || '","reason":' || to_json(p_reason) || ',"state":"'
    || case when p_open then 'on' else 'off' end || '","type":"switch","what":' || to_json(p_what) || '}' $$;

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
