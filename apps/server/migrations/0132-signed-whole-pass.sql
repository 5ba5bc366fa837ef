-- The position of the daily pass of the reconciliation carries a MAC by the process that looked. A position without a
-- right one counts for nothing: the pass begins anew.

-- Over the bucket and the begin of the pass (src/row-macs.ts); null before a process has signed one.
alter table ledger.reconciliation add column whole_mac text;

-- safe: the old jobs fail in this job until they are replaced, and the pass goes on then
drop function ledger.move_whole(smallint, smallint);

-- Notes that the pass that began at `p_since` (seconds) is done with some buckets, 32 at most at a time; or, with
-- `p_to` 0, that it begins anew. Its begin stays, so that a pass that never ends is late. Executed by `jobs`.
create function ledger.move_whole(p_from smallint, p_to smallint, p_since numeric, p_mac text) returns boolean
language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
begin
  if (p_mac is not null and (p_to = 0 or (p_to > p_from and p_to <= p_from + 32 and p_to <= 256))) is not true then
    raise exception 'ledger.move_whole: not from % to %', p_from, p_to using errcode = 'TC001';
  end if;
  update ledger.reconciliation r set whole_bucket = p_to, whole_mac = p_mac
    where r.whole_bucket = p_from and extract(epoch from r.whole_since) = p_since;
  return found;
end $$;
