-- staff

create schema staff;

-- Staff accounts. `mac` covers the columns that decide rights, under a key that is not in the database. `act_seq` is
-- the audit log's act that last changed the account.
create table staff.account (
  id uuid not null,
  name text not null,
  role text not null,
  password_hash text not null,
  -- Encrypted secret of the one-time codes; null without one. The key is not in the database.
  totp bytea,
  totp_key_id text,
  -- Last time step that was used: a code is valid once.
  totp_step bigint not null default 0,
  created_at timestamptz not null,
  disabled_at timestamptz,
  -- True for a password that another person set: it only allows setting an own password.
  password_given boolean not null default false,
  -- Who last created the account, or changed its role or second factor, and when. For seven days the account does not
  -- count as one of two people. Null for unchanged accounts from the command line.
  handed_by uuid,
  handed_at timestamptz,
  -- When a password that another person set expires.
  password_until timestamptz,
  act_seq bigint,
  mac text,
  primary key (id),
  unique (name),
  foreign key (handed_by) references staff.account(id),
  constraint account_check check ((totp is null) = (totp_key_id is null)),
  constraint account_check1 check ((handed_by is null) = (handed_at is null)),
  constraint account_role_check check (role in ('support', 'content', 'finance', 'auditor', 'owner'))
);

-- WebAuthn challenges. Each is valid once: using it deletes it. It belongs to one attempt and, for a signed-in person,
-- to their session.
create table staff.challenge (
  attempt_hash bytea not null,
  kind text not null,
  challenge bytea not null,
  session_hash bytea,
  expires_at timestamptz not null,
  mac text,
  primary key (attempt_hash),
  constraint challenge_check check ((kind = 'sign-in') = (session_hash is null)),
  constraint challenge_kind_check check (kind in ('register', 'sign-in', 'step-up'))
);
create index challenge_expires on staff.challenge (expires_at);

-- Decided acts, for `jobs` to carry out. `subject` is the id of the purchase, payment or withdrawal, or of the
-- proposal of a correction, table, money rule, lottery, retirement or stop. `body` names the member and what else the
-- act needs. `refusal` says why it was not carried out; null if it was. `api` inserts rows; `jobs` records the result.
create table staff.instruction (
  id uuid not null,
  what text not null,
  subject uuid not null,
  body jsonb not null,
  staff_id uuid not null,
  given_at timestamptz not null default clock.now(),
  mac text not null,
  done_at timestamptz,
  refusal jsonb,
  primary key (id),
  constraint instruction_check check (refusal is null or done_at is not null),
  constraint instruction_what_check check (what in ('correction', 'purchase-refund', 'payment-credit',
    'payment-refund', 'withdrawal-refusal', 'table', 'money-rule', 'lottery', 'retirement', 'stop'))
);
create index instruction_due on staff.instruction (given_at, id) where done_at is null;
create index instruction_of on staff.instruction (subject);
create unique index instruction_open on staff.instruction (what, subject) where done_at is null;

-- Views of the console's lists: filter, sorting and columns under a name. With a `role`, its staff have the view too.
create table staff.list_view (
  id uuid not null,
  list text not null,
  name text not null,
  owner_id uuid not null,
  role text,
  query jsonb not null,
  made_at timestamptz not null default clock.now(),
  primary key (id),
  unique (owner_id, list, name),
  foreign key (owner_id) references staff.account(id),
  constraint list_view_name_check check (length(name) between 1 and 40),
  constraint list_view_query_check check (octet_length(query::text) <= 8192),
  constraint list_view_role_check check (role in ('support', 'content', 'finance', 'auditor', 'owner'))
);
create index list_view_of_role on staff.list_view (role) where role is not null;

-- What a person chose for a list of the console: the view that it opens with, and its columns (null: all).
create table staff.list_choice (
  staff_id uuid not null,
  list text not null,
  view_id uuid,
  columns text[],
  primary key (staff_id, list),
  foreign key (staff_id) references staff.account(id),
  foreign key (view_id) references staff.list_view(id) on delete set null,
  constraint list_choice_columns_check check (cardinality(columns) <= 30)
);

-- Passkeys of staff.
create table staff.passkey (
  id uuid not null,
  staff_id uuid not null,
  -- WebAuthn credential id.
  credential_id bytea not null,
  -- COSE key from the registration.
  public_key bytea not null,
  -- Signature counter of the authenticator; a lower value reveals a copy. 0: the authenticator has no counter.
  counter bigint not null,
  transports text not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  removed_at timestamptz,
  mac text,
  primary key (id),
  unique (credential_id),
  foreign key (staff_id) references staff.account(id),
  constraint passkey_counter_check check (counter >= 0)
);
create index passkey_of_staff on staff.passkey (staff_id) where removed_at is null;

-- Proposals: one person proposes a change and another decides. A proposal is never edited; a new one replaces it. So a
-- reviewer of the first cannot confirm the second by mistake. The proposer may only withdraw it.
create table staff.proposal (
  id uuid not null,
  what text not null,
  -- The key of a lottery, or `house`.
  subject text not null,
  body jsonb not null,
  why text not null,
  proposed_by uuid not null,
  proposed_at timestamptz not null default clock.now(),
  decided_by uuid,
  decided_at timestamptz,
  decision text,
  -- Why it was decided so. Members turn to the help page with their problems, so its address is a proposal too
  -- (`service-url`).
  decided_why text,
  mac text,
  decided_mac text,
  primary key (id),
  foreign key (decided_by) references staff.account(id),
  foreign key (proposed_by) references staff.account(id),
  constraint proposal_check check (((decision is null) = (decided_by is null))
    and ((decision is null) = (decided_at is null))),
  constraint proposal_check1 check (decision <> 'confirmed' or decided_by <> proposed_by),
  constraint proposal_decided_why_check check (decided_why is null or decision is not null),
  constraint proposal_decision_check check (decision in ('confirmed', 'declined', 'withdrawn')),
  constraint proposal_what_check check (what in ('table', 'money-rule', 'service-url', 'purchase-refund',
    'correction', 'reopening', 'lottery', 'retirement', 'stop'))
);
create index proposal_by_time on staff.proposal (what, id desc);
create unique index proposal_open on staff.proposal (what, subject) where decision is null;
alter table staff.proposal enable row level security;
create policy proposal_decide on staff.proposal for update using (decision is null)
  with check (decision is not null);
create policy proposal_make on staff.proposal for insert with check (decision is null);
create policy proposal_read on staff.proposal for select using (true);

-- Sessions of staff, by the hash of their token.
create table staff.session (
  token_hash bytea not null,
  staff_id uuid not null,
  address text not null,
  created_at timestamptz not null,
  idle_until timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- Last step-up: by passkey, one-time code or, in a play house without either, the password.
  proved_at timestamptz,
  mac text,
  primary key (token_hash),
  foreign key (staff_id) references staff.account(id)
) with (fillfactor=80);
create index session_of_staff on staff.session (staff_id) where ended_at is null;

-- Adds a passkey of the signed-in person. Throws 42501 without a live session with a step-up in the last five minutes.
-- Returns false if the credential is registered already.
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

-- Stores a challenge for one attempt.
create function staff.ask_challenge(
  p_attempt_hash bytea, p_kind text, p_challenge bytea, p_session_hash bytea, p_expires_at timestamptz, p_mac text
) returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
  -- Deletes up to 100 expired challenges with each new one, which keeps the table small.
  delete from staff.challenge where attempt_hash in (
    select c.attempt_hash from staff.challenge c where c.expires_at <= clock.now() limit 100);
  insert into staff.challenge (attempt_hash, kind, challenge, session_hash, expires_at, mac)
    values (p_attempt_hash, p_kind, p_challenge, p_session_hash, p_expires_at, p_mac);
$$;

-- Whether an act of the audit log changes a staff account.
create function staff.changes_account(p_act text) returns boolean language sql immutable as $$
  select p_act in ('first-owner', 'staff-created', 'staff-role-changed', 'staff-disabled', 'staff-code-given',
    'staff-password-set', 'own-password-changed')
$$;

-- Returns how many different people of `p_staff` are active in the role. With `p_as_one_of_two`, leaves out accounts
-- that were created, moved to another role or given a second factor within the last seven days.
create function staff.counts(p_staff uuid[], p_role text, p_as_one_of_two boolean) returns integer
language sql stable as $$
  select count(*)::integer from staff.account a
  where a.id = any (p_staff) and a.role = p_role and a.disabled_at is null
    and (p_as_one_of_two is false or coalesce(a.handed_at + interval '7 days' <= clock.now(), true)) $$;

-- Decides an open proposal. Returns false if it is decided already. Throws TC001 if `p_at` is not within the last
-- minute of the database's clock.
create function staff.decide(
  p_id uuid, p_decision text, p_by uuid, p_at timestamptz, p_why text, p_mac text
) returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (p_at between clock.now() - interval '1 minute' and clock.now()) is not true then
    raise exception 'staff.decide: a decision of another time' using errcode = 'TC001';
  end if;
  update staff.proposal p set decision = p_decision, decided_by = p_by, decided_at = p_at, decided_why = p_why,
      decided_mac = p_mac
    where p.id = p_id and p.decision is null;
  return found;
end $$;

-- Ends live sessions: the named ones, or all of one staff member except `p_except`. Clears their MAC. Returns the
-- number.
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

-- Deletes staff sessions 90 days after they ended, at most 1,000 per call, and unanswered challenges after an hour.
-- Returns the number of sessions.
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

-- Whether two people agreed on exactly this, and an instruction to publish it exists. Rule: the proposer is an owner;
-- the decider is another person, an owner or of finance. Both count as one of two (`staff.counts`).
create function staff.is_ordered(p_id uuid, p_what text, p_subject text, p_body jsonb) returns boolean
language sql stable as $$
  select exists (
    select 1 from staff.proposal p
    join staff.instruction i on i.what = p.what and i.subject = p.id and i.staff_id = p.decided_by
    where p.id = p_id and p.what = p_what and p.subject = p_subject and p.body = p_body
      and p.decision = 'confirmed' and p.decided_by <> p.proposed_by
      and staff.counts(array[p.proposed_by], 'owner', true) = 1
      and 1 in (
        staff.counts(array[p.decided_by], 'owner', true), staff.counts(array[p.decided_by], 'finance', true))) $$;

-- Whether one person proposed to reopen a subject and another confirmed it, at or after the time of closing.
create function staff.is_reopened(p_subject text, p_closed_at timestamptz) returns boolean language sql stable as $$
  select exists (
    select 1 from staff.proposal p
    where p.what = 'reopening' and p.subject = p_subject and p.decision = 'confirmed' and p.decided_at >= p_closed_at
      and p.decided_by <> p.proposed_by) $$;

-- Locks accounts in order of their id; null: all. Of two people who act on each other's accounts, the second sees what
-- the first did.
create function staff.lock_accounts(p_ids uuid[] default null) returns void
  language sql security definer set search_path = pg_catalog, pg_temp
  as $$select from staff.account a where p_ids is null or a.id = any (p_ids) order by a.id for update$$;

-- Adds a proposal. Returns false if there is an open proposal for the same subject.
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

-- Removes passkeys of a staff member: the named ones, or all for null. Clears their MAC. Returns their names.
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

-- Stores a session.
create function staff.start_session(
  p_token_hash bytea, p_staff uuid, p_address text, p_created_at timestamptz, p_idle_until timestamptz,
  p_expires_at timestamptz, p_proved_at timestamptz, p_mac text
) returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into staff.session (token_hash, staff_id, address, created_at, idle_until, expires_at, proved_at, mac)
  values (p_token_hash, p_staff, p_address, p_created_at, p_idle_until, p_expires_at, p_proved_at, p_mac)
$$;

-- Deletes and returns the challenge of an attempt; no row if there is none. A challenge is used once.
create function staff.take_challenge(p_attempt_hash bytea) returns setof staff.challenge
  language sql security definer set search_path = pg_catalog, pg_temp
  as $$delete from staff.challenge c where c.attempt_hash = p_attempt_hash returning c.*$$;

-- Marks the time step of a one-time code as used, and with it all earlier ones. Returns false if it was used already,
-- or if the step is too far in the future.
create function staff.take_step(p_staff uuid, p_step bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update staff.account a set totp_step = p_step where a.id = p_staff and a.totp_step < p_step
    and p_step <= extract(epoch from clock.now()) / 30 + 2;
  return found;
end $$;

-- Records a use of a passkey, if its MAC is still `p_before`. Returns false otherwise, or if the counter did not grow;
-- both may be 0. Of two answers with the same counter, only one succeeds.
create function staff.use_passkey(p_id uuid, p_before text, p_counter bigint, p_mac text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update staff.passkey p set counter = p_counter, used_at = clock.now(), mac = p_mac
    where p.id = p_id and p.mac = p_before and p.removed_at is null
      and (p.counter < p_counter or p.counter = 0 and p_counter = 0);
  return found;
end $$;

-- Records use or a step-up of a live session, if its MAC is still `p_before`. Returns false if the session ended or
-- changed in the meantime.
create function staff.use_session(
  p_token_hash bytea, p_before text, p_idle_until timestamptz, p_proved_at timestamptz, p_mac text
) returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update staff.session s set idle_until = p_idle_until, proved_at = p_proved_at, mac = p_mac
    where s.token_hash = p_token_hash and s.mac = p_before and s.ended_at is null and s.idle_until > clock.now();
  return found;
end $$;

-- Writes an account and the audit act that explains it, in one transaction. Throws 42501 if a rule below fails. The
-- owner of the database may do both on the command line.
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
      -- All others need a live session. Everyone may change their own password; an owner with a step-up in the last
      -- five minutes may change accounts of others.
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
