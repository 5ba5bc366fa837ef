-- A draw is void because its seal was not seen in time, and for nothing else: a draw that somebody could make void at
-- will, once the round is out, would be a result that is skipped. So a void is written in its step alone, as seals and
-- draws are, and taken back where the seal turns out to have been in time.

-- By when a seal has to be seen, and whether it was: by the mark that first covers it or, where the table names
-- witnesses, by theirs (`isInTime` in src/draw/periods.ts). No row where no table rules the period.
create function draw.sealing(p_lottery smallint, p_period bigint, out seal_by timestamptz, out in_time boolean)
returns setof record language sql stable as $$
  select w.seal_by, exists (
    select from draw.seal s
    where s.lottery_id = p_lottery and s.period = p_period
      and case when w.policy is null
        then (select c.at from book.checkpoint c where c.size > s.entry_seq order by c.size limit 1) <= w.seal_by
        else exists (
            select from book.met m
            where m.policy = w.policy and m.size > s.entry_seq and m.at >= w.locks_at and m.at <= w.seal_by)
          and not exists (
            select from book.met m
            where m.policy = w.policy and m.size > s.entry_seq and m.at < w.locks_at
              and m.at >= w.locks_at - interval '1 hour')
        end)
  from lottery.lottery l
  cross join lateral (
    select h.policy, h.beacon_genesis as genesis, h.beacon_period as seconds from lottery.house_table h
    where h.lottery_id = l.id and h.first_period <= p_period order by h.first_period desc limit 1
  ) t
  cross join lateral (
    select t.policy, to_timestamp((p_period + 1) * l.period_seconds) as locks_at,
      to_timestamp(t.genesis
        + ((p_period + 1) * l.period_seconds + 12 - t.genesis + t.seconds - 1) / t.seconds * t.seconds - 3) as seal_by
  ) w
  where l.id = p_lottery
$$;

create function draw.may_void(p_lottery smallint, p_period bigint, p_entry bigint)
returns boolean language sql stable as $$
  select exists (select from draw.sealing(p_lottery, p_period) w where clock.now() > w.seal_by and not w.in_time)
    and not exists (select from draw.draw d where d.lottery_id = p_lottery and d.period = p_period)
    and exists (
      select from book.entry e join lottery.lottery l on l.id = p_lottery
      where e.seq = p_entry and e.type = 'void' and e.draw_id = l.key || '/' || p_period)
$$;

create function draw.may_override(p_lottery smallint, p_period bigint) returns boolean language sql stable as $$
  select exists (select from draw.void v where v.lottery_id = p_lottery and v.period = p_period)
    and exists (select from draw.sealing(p_lottery, p_period) w where w.in_time)
$$;

alter table draw.void enable row level security;
create policy void_read on draw.void for select using (true);
create policy void_write on draw.void for insert with check (draw.may_void(lottery_id, period, entry_seq));

alter table draw.override enable row level security;
create policy override_read on draw.override for select using (true);
create policy override_write on draw.override for insert with check (draw.may_override(lottery_id, period));
