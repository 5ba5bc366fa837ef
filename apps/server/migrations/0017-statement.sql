-- Reading a member's transfers by the time they were posted.
--
-- Nearly all are posted on the day whose partition they lie in, so a span of days is a span of partitions. The others
-- (what was placed before midnight for a lock after it, what came back days later) are found by an index that holds
-- them alone: writing the many costs nothing.
create index transfer_elsewhere on ledger.transfer (bucket, member_id, at)
  where (at at time zone 'UTC')::date <> day;

-- A member's transfers posted from p_from until before p_to, in no order. For a short span a plan is made of its few
-- partitions. For a long one the plan is made once and kept: making it takes ten times as long as running it. Rows come
-- as they are stored: whatever is computed of them here would be prepared for each partition anew.
create function ledger.lines(p_bucket smallint, p_member uuid, p_from timestamptz, p_to timestamptz)
returns setof ledger.transfer language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
begin
  if p_from > least(p_to, clock.now()) - interval '70 days' then
    return query execute '
      select * from ledger.transfer t
      where t.bucket = $1 and t.member_id = $2
        and t.day between ($3 at time zone ''UTC'')::date and ($4 at time zone ''UTC'')::date
        and (t.at at time zone ''UTC'')::date = t.day and t.at >= $3 and t.at < $4'
      using p_bucket, p_member, p_from, p_to;
  else
    return query
      select * from ledger.transfer t
      where t.bucket = p_bucket and t.member_id = p_member
        and t.day between (p_from at time zone 'UTC')::date and (p_to at time zone 'UTC')::date
        and (t.at at time zone 'UTC')::date = t.day and t.at >= p_from and t.at < p_to;
  end if;
  return query
    select * from ledger.transfer t
    where t.bucket = p_bucket and t.member_id = p_member
      and (t.at at time zone 'UTC')::date <> t.day and t.at >= p_from and t.at < p_to;
end $$;
