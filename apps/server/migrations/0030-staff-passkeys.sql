-- Passkeys of the staff, proof that somebody is still there, and who is looking at a withdrawal.

-- Presence was last proved then, by a passkey, a one-time code or, in a play house without either, the password.
alter table staff.session add column proved_at timestamptz;

create table staff.passkey (
  id uuid primary key,
  staff_id uuid not null references staff.account,
  -- By which the authenticator knows it, and so do we.
  credential_id bytea not null unique,
  -- In COSE, as it was registered.
  public_key bytea not null,
  -- How often it was used, by its own count; one that goes back is a copy. 0 where the authenticator does not count.
  counter bigint not null check (counter >= 0),
  transports text not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  removed_at timestamptz
);
create index passkey_of_staff on staff.passkey (staff_id) where removed_at is null;

-- What an authenticator is asked to sign. Whoever takes it deletes it: each is good once, for the attempt that it was
-- made for and, where somebody is signed in, for his session alone.
create table staff.challenge (
  attempt_hash bytea primary key,
  kind text not null check (kind in ('register', 'sign-in', 'step-up')),
  challenge bytea not null,
  session_hash bytea,
  expires_at timestamptz not null,
  check ((kind = 'sign-in') = (session_hash is null))
);
create index challenge_expires on staff.challenge (expires_at);

-- Who of the staff looks at a withdrawal in review, so that two do not do the same work. It runs out by itself and
-- keeps nothing from being paid.
create table payments.withdrawal_claim (
  bucket smallint not null,
  member_id uuid not null,
  withdrawal_id uuid not null,
  staff_id uuid not null,
  at timestamptz not null,
  until_at timestamptz not null,
  primary key (bucket, member_id, withdrawal_id)
);
