-- What faults closed can only be opened by two people. Before, a switch could be closed again for another reason, which
-- one role may open alone.

-- Opens or closes what brings money in. Executed by `jobs`.
create or replace function house.write_switch(p_id uuid, p_open boolean, p_reason text) returns void
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_last house.switch;
  v_by_faults boolean;
  v_now timestamptz;
begin
  perform book.take_head();
  v_now := clock.now();
  select s.* into v_last from house.switch s where s.what = 'money-in' order by s.at desc, s.id desc limit 1;
  v_by_faults := coalesce(not v_last.open and v_last.reason = 'ledger-wrong', false);
  if num_nulls(p_id, p_open, p_reason) > 0
      or (v_by_faults or p_open and p_reason = 'reviewed') and (v_by_faults and p_open and p_reason = 'reviewed'
        and staff.is_reopened('money-in', v_last.at)) is not true then
    raise exception 'house.write_switch: two people open what faults closed' using errcode = '42501';
  end if;
  perform book.write(array[book.switch_entry('money-in', p_open, p_reason, v_now)]);
  insert into house.switch (what, id, open, reason, at) values ('money-in', p_id, p_open, p_reason, v_now);
end $$;

-- The same of a table for bets. Executed by `jobs`.
create or replace function lottery.write_switch(p_lottery smallint, p_id uuid, p_open boolean, p_reason text) returns void
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  v_key text := (select l.key from lottery.lottery l where l.id = p_lottery);
  v_last lottery.switch;
  v_by_faults boolean;
  v_now timestamptz;
begin
  perform book.take_head();
  v_now := clock.now();
  select s.* into v_last from lottery.switch s where s.lottery_id = p_lottery order by s.at desc, s.id desc limit 1;
  v_by_faults := coalesce(not v_last.open and v_last.reason = 'draw-unproven', false);
  if num_nulls(v_key, p_id, p_open, p_reason) > 0
      or (v_by_faults or p_open and p_reason = 'reviewed') and (v_by_faults and p_open and p_reason = 'reviewed'
        and staff.is_reopened('table/' || v_key, v_last.at)) is not true then
    raise exception 'lottery.write_switch: two people open what faults closed' using errcode = '42501';
  end if;
  perform book.write(array[book.switch_entry('table/' || v_key, p_open, p_reason, v_now)]);
  insert into lottery.switch (lottery_id, id, open, reason, at) values (p_lottery, p_id, p_open, p_reason, v_now);
end $$;
