-- The book is append-only: one malformed entry makes every later check of the book fail. `book.append` checked the type
-- of an entry only. Now it checks every field.

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

-- A lottery's key and the number of a period.
create function book.is_draw_id(p_draw_id text) returns boolean language sql immutable as $$
  select p_draw_id ~ '^[a-z][a-z0-9-]{0,31}/(0|[1-9][0-9]{0,15})$'
    and split_part(p_draw_id, '/', 2)::numeric <= 9007199254740991 $$;

create or replace function book.append(p_bodies text[]) returns table (seq bigint, hash bytea, at timestamptz)
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
