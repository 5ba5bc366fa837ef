-- Pairs of accounts that may belong to one person, where one account is self-excluded. Both have the same birth date,
-- and their names differ by a middle name, an initial or truncation. A pair restricts no account: staff review it.
create table members.possible_match (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  other_bucket smallint not null,
  other_id uuid not null,
  found_at timestamptz not null,
  verdict text check (verdict in ('same', 'other')),
  decided_by uuid,
  decided_at timestamptz,
  primary key (bucket, member_id, id),
  unique (bucket, member_id, other_id),
  check ((verdict is null) = (decided_by is null) and (verdict is null) = (decided_at is null))
);
create index possible_match_open on members.possible_match (found_at) where verdict is null;

-- As before, and pairs of accounts of which one is erased.
create or replace function members.forget_notes(p_bucket smallint) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_count integer;
begin
  delete from members.limit_prompt p where p.bucket = p_bucket and exists (
    select from members.erasure e
    where e.bucket = p.bucket and e.member_id = p.member_id and e.kind = 'person');
  delete from members.possible_match x where x.bucket = p_bucket and exists (
    select from members.erasure e
    where e.kind = 'person' and (e.bucket, e.member_id) in ((x.bucket, x.member_id), (x.other_bucket, x.other_id)));
  delete from members.note n where n.bucket = p_bucket and (n.member_id, n.id) in (
    select o.member_id, o.id from members.note o
    join members.erasure e on e.bucket = o.bucket and e.member_id = o.member_id and e.kind = 'person'
    where o.bucket = p_bucket limit 1000);
  get diagnostics v_count = row_count;
  return v_count;
end $$;
