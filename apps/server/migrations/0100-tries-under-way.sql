-- Tries under way: counted, and their outcome not known yet. Whoever comes while the rest of the tries is under way
-- waits for an outcome instead of reading "locked", so that any number of right answers at once is right. A try whose
-- process died counts as wrong once `open_until` is over.
alter table members.try_count add column open integer not null default 0;
alter table members.try_count add column open_until timestamptz;
alter table members.finance_password add column open smallint not null default 0;
alter table members.finance_password add column open_until timestamptz;

-- Counts one try under each key, before the secret is looked at. `verdict`: `open`, the secret may be looked at, and
-- `end_try` is told of the outcome; `wait`, tries are under way that may be given back; `full`, no more for `wait_s`.
-- `counted` says which of its window the try is under each key.
create function members.begin_try(p_key bytea[], p_max integer[], p_window interval, p_lease interval)
  returns table (verdict text, wait_s integer, counted integer[], window_end text[])
  language plpgsql
as $$
declare
  v_now timestamptz := clock.now();
  v_until timestamptz;
  v_is_open boolean;
  v_tries integer;
  i integer;
begin
  counted := '{}';
  window_end := '{}';
  -- Whoever comes for nothing writes nothing.
  select t.until_at, t.open > 0 and t.open_until > v_now into v_until, v_is_open
    from unnest(p_key, p_max) q (key, tries_max) join members.try_count t on t.key = q.key
    where t.until_at > v_now and t.tries >= q.tries_max
    order by t.open > 0 and t.open_until > v_now, t.until_at desc limit 1;
  if v_until is null then
    for i in 1 .. cardinality(p_key) loop
      insert into members.try_count as t (key, tries, until_at, open, open_until)
        values (p_key[i], 1, v_now + p_window, 1, v_now + p_lease)
        on conflict (key) do update set
          tries = case when t.until_at <= v_now then 1 else t.tries + 1 end,
          until_at = case when t.until_at <= v_now then excluded.until_at else t.until_at end,
          open = case when t.until_at <= v_now or t.open_until <= v_now then 1 else t.open + 1 end,
          open_until = excluded.open_until
          where t.until_at <= v_now or t.tries < p_max[i]
        returning t.tries, t.until_at into v_tries, v_until;
      if not found then
        perform members.end_try(p_key[1:i - 1], window_end, 'unseen');
        select t.until_at, t.open > 0 and t.open_until > v_now into v_until, v_is_open
          from members.try_count t where t.key = p_key[i];
        exit;
      end if;
      counted := counted || v_tries;
      window_end := window_end || v_until::text;
      v_until := null;
    end loop;
  end if;
  verdict := case when v_until is null then 'open' when v_is_open then 'wait' else 'full' end;
  -- By the clock of this moment: another call, waited for above, may have begun its window after v_now.
  wait_s := case when v_until is not null
    then greatest(1, ceil(extract(epoch from v_until - clock.now()))::integer) end;
  return next;
end $$;

-- The outcome of a try. `wrong`: it stays counted. `unseen`: nobody could look, it counts for nothing. `right`: as many
-- as `p_give` says are given back, but none of those that are under way.
create function members.end_try(p_key bytea[], p_until text[], p_end text, p_give integer[] default '{}')
  returns void
  language plpgsql
as $$
begin
  for i in 1 .. cardinality(p_key) loop
    update members.try_count t set
        open = greatest(0, t.open - 1),
        tries = case
          when p_end = 'wrong' then t.tries
          else greatest(0, t.open - 1, t.tries - coalesce(p_give[i], 1))
        end
      where t.key = p_key[i] and t.until_at = p_until[i]::timestamptz;
  end loop;
end $$;
