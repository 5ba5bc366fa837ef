-- User names that look alike are one name: M1RA, rnira, mira. and mira_ beside mira.

-- What readers may take a user name for, sorted; two names that share a look are alike. Names have ASCII characters
-- alone, so these are the confusables of UTS 39 among them, and figures for letters. Separators are not seen. Figures
-- at the end are a number, so that mira1 and mira2 are two, but 0 and 1 are o and l as well.
create function members.user_name_looks(p_name text) returns text[]
  language plpgsql immutable strict parallel safe set search_path = pg_catalog, pg_temp as $$
declare
  -- Letters that may be i or l in one name: two looks for each.
  c_open_max constant integer := 4;
  v_name text;
  v_before text;
  v_body text;
  v_after text;
  v_char text;
  v_prev text;
  v_next text;
  v_is_open boolean;
  v_opened integer := 0;
  v_looks text[] := array[''];
begin
  v_name := regexp_replace(p_name, '(?<=[0-9])[._-]+(?=[0-9])', '~', 'g');
  v_name := regexp_replace(v_name, '[^A-Za-z0-9~]', '', 'g');
  -- Letters behind figures may be figures: 2O24, 2l.
  v_name := regexp_replace(v_name, '(?<=[0-9])[oO](?=[0-9~]|$)', '0', 'g');
  v_name := regexp_replace(v_name, '(?<=[0-9])[lI](?=[0-9~]|$)', '1', 'g');
  -- One figure before letters is read as a letter, as are one or two of 0 and 1 behind them.
  v_before := coalesce(substring(v_name from '^[0-9~]{2,}'), '');
  v_body := substr(v_name, length(v_before) + 1);
  v_after := coalesce(substring(v_body from '[0-9~]+$'), '');
  if v_after ~ '^[01]{1,2}$' and length(v_after) < length(v_body) then
    v_after := '';
  end if;
  v_body := left(v_body, length(v_body) - length(v_after));

  for i in 1 .. length(v_body) loop
    v_char := substr(v_body, i, 1);
    v_prev := case when i > 1 then substr(v_body, i - 1, 1) else '' end;
    v_next := substr(v_body, i + 1, 1);
    -- A capital I beside small letters looks like an l, and an l among capitals like an I.
    v_is_open := v_opened < c_open_max and case v_char
      when '1' then v_next <> '' or v_prev !~ '[aeiouy]'
      when 'I' then v_prev ~ '[a-z]' or v_next ~ '[a-z]'
      when 'l' then v_prev || v_next ~ '[A-Z]' and v_prev || v_next !~ '[a-z]'
      else false
    end;
    if v_is_open then
      v_opened := v_opened + 1;
      v_looks := array(select look || letter from unnest(v_looks) look, unnest(array['i', 'l']) letter);
    else
      v_looks := array(select look || translate(lower(v_char), '0123456789', 'olzeas6tbg') from unnest(v_looks) look);
    end if;
  end loop;
  -- Between consonants an l can only be read as i: mlra, lvan, ollvia. Ella and Elia, Karl and Kari are two.
  return array(
    select distinct format('%s|%s|%s', v_before, replace(replace(
      regexp_replace(look, '(?<=^|[^aeiouy~])l(?=[^aeiouyl~])', 'i', 'g'), 'rn', 'm'), 'vv', 'w'), v_after)
      collate "C" as one
    from unnest(v_looks) look order by one);
end $$;

-- Looks that are taken. Names from before that look alike keep working: the older one has their look.
create table members.user_name_look (
  look text primary key,
  name_key text not null references members.user_name_claim on update cascade on delete cascade
);
create index user_name_look_by_name on members.user_name_look (name_key);
-- safe: two short rows for each member at most
insert into members.user_name_look (look, name_key)
  select look, c.name_key
  from members.user_name_claim c
  join members.member m on m.bucket = c.bucket and m.member_id = c.member_id
  cross join unnest(members.user_name_looks(m.user_name)) look
  order by m.created_at, c.name_key, look
  on conflict do nothing;
