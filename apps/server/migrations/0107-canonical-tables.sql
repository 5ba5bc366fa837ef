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

-- Appends a table's entry to the book and writes its row, both or neither. Returns the id of the row. The entry is
-- canonical JSON: readers refuse any other.
create or replace function lottery.publish_table(p_body text, p_table jsonb) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_new lottery.house_table := jsonb_populate_record(null::lottery.house_table, p_table);
begin
  if p_body is distinct from book.canonical(p_body::jsonb) then
    raise exception 'lottery.publish_table: an entry that is not canonical' using errcode = '42501';
  end if;
  select w.seq, w.hash into strict v_new.entry_seq, v_new.hash from book.write(array[p_body]) w;
  v_new.id := (select coalesce(max(t.id), 0) + 1 from lottery.house_table t);
  v_new.mode := (select h.mode from house.house h);
  if lottery.may_table(v_new) is not true then
    raise exception 'lottery.publish_table: a table that cannot rule' using errcode = '42501';
  end if;
  insert into lottery.house_table select v_new.*;
  return v_new.id;
end $$;
