-- Rows about people that no other job takes out. Each function removes at most 1,000 rows and returns how many.

-- Sessions of members, 90 days after they ended: where and with what device somebody signed in.
create function members.forget_sessions(p_bucket smallint) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_count integer;
begin
  delete from members.session s where s.bucket = p_bucket and (s.member_id, s.token_hash) in (
    select o.member_id, o.token_hash from members.session o
    where o.bucket = p_bucket
      and least(coalesce(o.ended_at, 'infinity'), o.idle_until, o.expires_at) < clock.now() - interval '90 days'
    limit 1000);
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Notes of staff about members whose data as a person is erased, and when these were reminded of their limits.
create function members.forget_notes(p_bucket smallint) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_count integer;
begin
  delete from members.limit_prompt p where p.bucket = p_bucket and exists (
    select from members.erasure e
    where e.bucket = p.bucket and e.member_id = p.member_id and e.kind = 'person');
  delete from members.note n where n.bucket = p_bucket and (n.member_id, n.id) in (
    select o.member_id, o.id from members.note o
    join members.erasure e on e.bucket = o.bucket and e.member_id = o.member_id and e.kind = 'person'
    where o.bucket = p_bucket limit 1000);
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Sessions of staff, 90 days after they ended, and questions for passkeys that nobody answered.
create function staff.forget_sessions() returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_count integer;
begin
  delete from staff.challenge c where c.expires_at < clock.now() - interval '1 hour';
  delete from staff.session s where s.token_hash in (
    select o.token_hash from staff.session o
    where least(coalesce(o.ended_at, 'infinity'), o.idle_until, o.expires_at) < clock.now() - interval '90 days'
    limit 1000);
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Pictures, words, links and notes about hosts who were removed, or whose last consent ended, a year ago. The rows of
-- host, consents and checks stay without them: they show that nobody was ever listed without consent.
create function directory.forget_hosts() returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_gone constant timestamptz := clock.now() - interval '1 year';
  v_erased constant text := 'Erased after a year.';
  v_host uuid;
  v_count integer := 0;
begin
  for v_host in
    select h.id from directory.host h
    where (h.removed_at < v_gone or (h.created_at < v_gone and not exists (
        select from directory.consent c
        where c.host_id = h.id and least(coalesce(c.withdrawn_at, 'infinity'), c.until_at) >= v_gone)))
      and (h.texts is not null or h.draft is not null
        or exists (select from directory.picture p where p.host_id = h.id)
        or exists (select from directory.link l where l.host_id = h.id)
        or exists (select from directory.verification v where v.host_id = h.id and v.note <> v_erased))
    limit 1000
  loop
    delete from directory.picture p where p.host_id = v_host;
    delete from directory.link l where l.host_id = v_host;
    update directory.verification v set note = v_erased where v.host_id = v_host;
    update directory.host h set texts = null, draft = null, draft_by = null, draft_refused = null where h.id = v_host;
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;
