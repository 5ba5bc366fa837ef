-- Who works here is written by functions alone: no role has a right to write these tables. What decides in a row is
-- under a MAC with a key that is not in the database (src/row-macs.ts): a row that somebody wrote by hand, whoever it
-- was, counts for nothing. The rows that are there get theirs once, by migration 0088.

alter table staff.account add column act_seq bigint, add column mac text;
alter table staff.session add column mac text;
alter table staff.passkey add column mac text;
alter table staff.challenge add column mac text;
alter table staff.proposal add column mac text, add column decided_mac text;

-- The newest act that changed an account: its row says which one that is, so an older row put back counts for nothing.
create index entry_of_account on audit.entry (subject, seq desc) where act in (
  'first-owner', 'staff-created', 'staff-role-changed', 'staff-disabled', 'staff-code-given', 'staff-password-set',
  'own-password-changed');

create function staff.changes_account(p_act text) returns boolean language sql immutable as $$
  select p_act in ('first-owner', 'staff-created', 'staff-role-changed', 'staff-disabled', 'staff-code-given',
    'staff-password-set', 'own-password-changed')
$$;

-- Holds the log's head until the transaction ends: the place and the time of the next act.
create function audit.take_head(out size bigint, out at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  select h.size into strict size from audit.head h for update;
  at := clock.now();
end $$;

-- Adds an act behind the last one. Its columns are what the body says; a second writer finds another place.
create function audit.write(p_body text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_said jsonb := p_body::jsonb;
  v_member uuid := (v_said ->> 'member')::uuid;
  v_size bigint;
  v_before bytea;
  v_hash bytea;
begin
  select h.size, h.hash into strict v_size, v_before from audit.head h for update;
  if (v_said ->> 'seq')::bigint is distinct from v_size then
    raise exception 'audit.write: act % is not the next one', v_said ->> 'seq' using errcode = 'TC001';
  end if;
  if abs(extract(epoch from (v_said ->> 'at')::timestamptz - clock.now())) > 60 then
    raise exception 'audit.write: an act of another time' using errcode = 'TC001';
  end if;
  v_hash := sha256(v_before || convert_to(p_body, 'UTF8'));
  insert into audit.entry (seq, at, staff_id, act, member_bucket, member_id, subject, body, hash)
    values (v_size, (v_said ->> 'at')::timestamptz, (v_said #>> '{staff,id}')::uuid, v_said ->> 'act',
      ('x' || right(v_member::text, 2))::bit(8)::integer, v_member, v_said ->> 'subject', p_body, v_hash);
  update audit.head set size = v_size + 1, hash = v_hash;
end $$;

-- The same for acts that change no account: those are written with the account, by staff.write_account.
create function audit.append(p_body text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if staff.changes_account(p_body::jsonb ->> 'act') then
    raise exception 'audit.append: an act that is written with an account' using errcode = '42501';
  end if;
  perform audit.write(p_body);
end $$;

-- One row after the other, in one order, so that of two who act on each other the second finds what the first did.
-- Without p_ids all of them.
create function staff.lock_accounts(p_ids uuid[] default null) returns void
  language sql security definer set search_path = pg_catalog, pg_temp
  as $$select from staff.account a where p_ids is null or a.id = any (p_ids) order by a.id for update$$;

-- Writes an account, and the act that says why, in one: neither is without the other. By the owner of the database, at
-- the terminal; else by whose session it is: an owner who proved their presence in the last five minutes changes the
-- accounts of others, and everybody the password of their own.
create function staff.write_account(p_account jsonb, p_session bytea, p_act text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_new staff.account := jsonb_populate_record(null::staff.account, p_account);
  v_old staff.account;
  v_said jsonb := p_act::jsonb;
  v_act text := v_said ->> 'act';
  v_caller record;
begin
  select a.* into v_old from staff.account a where a.id = v_new.id for update;
  if staff.changes_account(v_act) is not true or v_said ->> 'subject' is distinct from 'staff/' || v_new.id
    or (v_said ->> 'seq')::bigint is distinct from v_new.act_seq then
    raise exception 'staff.write_account: the act is not about this account' using errcode = '42501';
  end if;
  if session_user <> current_user then
    select a.id, a.role, s.proved_at > clock.now() - interval '5 minutes' as is_proved into v_caller
      from staff.session s join staff.account a on a.id = s.staff_id
      where s.token_hash = p_session and s.ended_at is null and s.idle_until > clock.now()
        and s.expires_at > clock.now() and a.disabled_at is null;
    if v_caller.id is null or (v_said #>> '{staff,id}')::uuid is distinct from v_caller.id then
      raise exception 'staff.write_account: nobody who is signed in does this' using errcode = '42501';
    end if;
    if v_act = 'own-password-changed' then
      v_old.password_hash := v_new.password_hash;
      v_old.password_given := false;
      v_old.password_until := null;
      v_old.act_seq := v_new.act_seq;
      v_old.mac := v_new.mac;
      v_new.totp_step := v_old.totp_step;
      if v_caller.id is distinct from v_new.id or v_new is distinct from v_old then
        raise exception 'staff.write_account: only their own password is theirs to change' using errcode = '42501';
      end if;
    elsif v_caller.role is distinct from 'owner' or v_caller.is_proved is not true or v_caller.id = v_new.id
      or v_act in ('first-owner', 'staff-password-set') or (v_act = 'staff-created') <> (v_old.id is null)
      or v_old.disabled_at is not null or v_old.name <> v_new.name or v_old.created_at <> v_new.created_at
      or v_new.handed_by is distinct from v_caller.id then
      raise exception 'staff.write_account: an owner who proved their presence does this, to others'
        using errcode = '42501';
    end if;
  end if;
  perform audit.write(p_act);
  insert into staff.account as a (
      id, name, role, password_hash, password_given, password_until, totp, totp_key_id, created_at, disabled_at,
      handed_by, handed_at, act_seq, mac)
    values (v_new.id, v_new.name, v_new.role, v_new.password_hash, v_new.password_given, v_new.password_until,
      v_new.totp, v_new.totp_key_id, v_new.created_at, v_new.disabled_at, v_new.handed_by, v_new.handed_at,
      v_new.act_seq, v_new.mac)
    on conflict (id) do update set name = excluded.name, role = excluded.role, password_hash = excluded.password_hash,
      password_given = excluded.password_given, password_until = excluded.password_until, totp = excluded.totp,
      totp_key_id = excluded.totp_key_id, created_at = excluded.created_at, disabled_at = excluded.disabled_at,
      handed_by = excluded.handed_by, handed_at = excluded.handed_at, act_seq = excluded.act_seq, mac = excluded.mac,
      totp_step = case when a.totp is distinct from excluded.totp then 0 else a.totp_step end;
end $$;

-- Takes the step of a one-time code, and none before it again. False where it was taken.
create function staff.take_step(p_staff uuid, p_step bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update staff.account a set totp_step = p_step where a.id = p_staff and a.totp_step < p_step
    and p_step <= extract(epoch from clock.now()) / 30 + 2;
  return found;
end $$;

create function staff.start_session(
  p_token_hash bytea, p_staff uuid, p_address text, p_created_at timestamptz, p_idle_until timestamptz,
  p_expires_at timestamptz, p_proved_at timestamptz, p_mac text
) returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into staff.session (token_hash, staff_id, address, created_at, idle_until, expires_at, proved_at, mac)
  values (p_token_hash, p_staff, p_address, p_created_at, p_idle_until, p_expires_at, p_proved_at, p_mac)
$$;

-- Notes that a live session is in use, or whose presence was proved, over the MAC that was read before. False where it
-- ended or changed meanwhile.
create function staff.use_session(
  p_token_hash bytea, p_before text, p_idle_until timestamptz, p_proved_at timestamptz, p_mac text
) returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update staff.session s set idle_until = p_idle_until, proved_at = p_proved_at, mac = p_mac
    where s.token_hash = p_token_hash and s.mac = p_before and s.ended_at is null and s.idle_until > clock.now();
  return found;
end $$;

-- Ends live sessions: those that are named, or all of one of the staff but p_except. They lose their MAC.
create function staff.end_sessions(p_staff uuid, p_named bytea[], p_except bytea default null) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_count integer;
begin
  update staff.session s set ended_at = clock.now(), mac = null
    where s.ended_at is null and s.token_hash is distinct from p_except
      and (s.token_hash = any (p_named) or p_named is null and s.staff_id = p_staff);
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Adds a passkey of who is signed in and proved their presence. False where somebody has it.
create function staff.add_passkey(p_passkey jsonb, p_session bytea) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_new staff.passkey := jsonb_populate_record(null::staff.passkey, p_passkey);
begin
  if not exists (
    select from staff.session s where s.token_hash = p_session and s.staff_id = v_new.staff_id and s.ended_at is null
      and s.idle_until > clock.now() and s.expires_at > clock.now()
      and s.proved_at > clock.now() - interval '5 minutes') then
    raise exception 'staff.add_passkey: nobody who is signed in does this' using errcode = '42501';
  end if;
  insert into staff.passkey (id, staff_id, credential_id, public_key, counter, transports, name, created_at, mac)
    values (v_new.id, v_new.staff_id, v_new.credential_id, v_new.public_key, v_new.counter, v_new.transports,
      v_new.name, v_new.created_at, v_new.mac)
    on conflict (credential_id) do nothing;
  return found;
end $$;

-- Of two answers with the same count one is taken.
create function staff.use_passkey(p_id uuid, p_before text, p_counter bigint, p_mac text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update staff.passkey p set counter = p_counter, used_at = clock.now(), mac = p_mac
    where p.id = p_id and p.mac = p_before and p.removed_at is null
      and (p.counter < p_counter or p.counter = 0 and p_counter = 0);
  return found;
end $$;

-- Takes passkeys of one of the staff away: those that are named, or all. They lose their MAC. Returns their names.
create function staff.remove_passkeys(p_staff uuid, p_named uuid[]) returns text[]
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_names text[];
begin
  with gone as (
    update staff.passkey p set removed_at = clock.now(), mac = null
    where p.staff_id = p_staff and p.removed_at is null and (p_named is null or p.id = any (p_named)) returning p.name
  )
  select array_agg(g.name order by g.name collate "C") into v_names from gone g;
  return coalesce(v_names, '{}');
end $$;

create function staff.ask_challenge(
  p_attempt_hash bytea, p_kind text, p_challenge bytea, p_session_hash bytea, p_expires_at timestamptz, p_mac text
) returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
  -- What nobody answered in time; a few with each new one keeps the table small.
  delete from staff.challenge where attempt_hash in (
    select c.attempt_hash from staff.challenge c where c.expires_at <= clock.now() limit 100);
  insert into staff.challenge (attempt_hash, kind, challenge, session_hash, expires_at, mac)
    values (p_attempt_hash, p_kind, p_challenge, p_session_hash, p_expires_at, p_mac);
$$;

create function staff.take_challenge(p_attempt_hash bytea) returns setof staff.challenge
  language sql security definer set search_path = pg_catalog, pg_temp
  as $$delete from staff.challenge c where c.attempt_hash = p_attempt_hash returning c.*$$;

-- False where something waits about the same subject.
create function staff.propose(p_proposal jsonb) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_new staff.proposal := jsonb_populate_record(null::staff.proposal, p_proposal);
begin
  insert into staff.proposal (id, what, subject, body, why, proposed_by, proposed_at, mac)
    values (v_new.id, v_new.what, v_new.subject, v_new.body, v_new.why, v_new.proposed_by, v_new.proposed_at, v_new.mac)
    on conflict do nothing;
  return found;
end $$;

-- Ends what waits. False where it is decided.
create function staff.decide(
  p_id uuid, p_decision text, p_by uuid, p_at timestamptz, p_why text, p_mac text
) returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update staff.proposal p set decision = p_decision, decided_by = p_by, decided_at = p_at, decided_why = p_why,
      decided_mac = p_mac
    where p.id = p_id and p.decision is null;
  return found;
end $$;
