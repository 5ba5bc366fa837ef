-- What of a member who left was erased, and when. A row is written once the last of its kind is gone; only the owner's
-- job writes here (see src/jobs/erase-accounts.ts), since the server's own role may remove no history.
create table members.erasure (
  bucket smallint not null,
  member_id uuid not null,
  kind text not null check (kind in ('money', 'bets', 'person', 'consents')),
  at timestamptz not null,
  -- Of `person`: the user name before. The trees of what was owed up to then were made with it, and can be made again
  -- as long as their paths are kept; then it goes as well.
  user_name text,
  primary key (bucket, member_id, kind),
  check (user_name is null or kind = 'person')
);

-- Null once the member's data is erased.
alter table members.member alter column birth_date drop not null;
