-- The member's own limits. What is looser waits: the database itself takes no looser value sooner than a day after it
-- was asked for, from whatever role. 9007199254740991 stands for "no limit".

-- Asked for by the member; comes into force by a second yes, a row of limit_set that names it.
create table members.limit_request (
  bucket smallint not null,
  member_id uuid not null,
  kind text not null,
  id uuid not null,
  value bigint not null check (value between 0 and 9007199254740991),
  asked_at timestamptz not null default clock.now(),
  dropped_at timestamptz,
  primary key (bucket, member_id, kind, id),
  unique (bucket, member_id, kind, id, value, asked_at)
);

-- The newest version of a kind is in force. Each names the one before it with its value and time, so that none can pass
-- for tighter than it is; the time is the database's own and cannot be given.
create table members.limit_set (
  bucket smallint not null,
  member_id uuid not null,
  kind text not null check (kind in ('deposit-day', 'deposit-week', 'deposit-month', 'stake-slip', 'stake-day',
    'loss-day', 'loss-week', 'loss-month', 'session', 'check')),
  version integer not null check (version > 0),
  value bigint not null check (value between 0 and 9007199254740991),
  set_at timestamptz not null default clock.now(),
  prev_version integer,
  prev_value bigint not null,
  prev_set_at timestamptz,
  request_id uuid,
  asked_at timestamptz,
  primary key (bucket, member_id, kind, version),
  unique (bucket, member_id, kind, version, value, set_at),
  foreign key (bucket, member_id, kind, prev_version, prev_value, prev_set_at)
    references members.limit_set (bucket, member_id, kind, version, value, set_at),
  foreign key (bucket, member_id, kind, request_id, value, asked_at)
    references members.limit_request (bucket, member_id, kind, id, value, asked_at),
  check ((version = 1) = (prev_version is null)),
  check (prev_version = version - 1),
  check ((prev_version is null) = (prev_set_at is null)),
  check (prev_version is not null or prev_value = case kind when 'check' then 60 else 9007199254740991 end),
  check ((request_id is null) = (asked_at is null)),
  -- Looser: a day after it was asked for, and asked for since the limit was last changed.
  check (value <= prev_value or (request_id is not null and set_at >= asked_at + interval '24 hours'
    and asked_at >= coalesce(prev_set_at, asked_at)))
);

-- A time-out or an exclusion, of the person: accounts that turn out to be his get a copy. It runs out by itself; no row
-- is ever changed or removed.
create table members.exclusion (
  bucket smallint not null,
  member_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('time-out', 'self-exclusion')),
  from_at timestamptz not null default clock.now(),
  hours integer not null check (hours > 0),
  copied_from uuid,
  primary key (bucket, member_id, id),
  check (copied_from is not null or case kind when 'time-out' then hours between 24 and 1008 else hours >= 4416 end)
);

-- When a member last said that the limits still fit.
create table members.limit_review (
  bucket smallint not null,
  member_id uuid not null,
  at timestamptz not null default clock.now(),
  primary key (bucket, member_id, at)
);

-- Who else has this name; compared with the birth date.
create index real_name_folded on members.real_name (lower(name));

-- How a member plays. A play session begins with the first bet after an hour without one; checked_at is when its last
-- reality check was read. The sums are what his limits are held against, kept for those who have such limits: exact at
-- summed_at, and from then on never too small until stale_at, when a payout leaves one of the spans.
create table lottery.play (
  bucket smallint not null,
  member_id uuid not null,
  started_at timestamptz not null,
  last_at timestamptz not null,
  checked_at timestamptz not null,
  staked_day bigint not null default 0,
  lost_day bigint not null default 0,
  lost_week bigint not null default 0,
  lost_month bigint not null default 0,
  summed_at timestamptz,
  stale_at timestamptz,
  primary key (bucket, member_id)
) with (fillfactor = 50);

-- What a member staked and lost in the spans that end at p_now, by the postings. Stakes count in full, also those that
-- came back since; a loss is stakes less payouts and stakes that came back.
create function lottery.sum_play(p_bucket smallint, p_member uuid, p_now timestamptz)
returns table (staked_day bigint, lost_day bigint, lost_week bigint, lost_month bigint, stale_at timestamptz)
language sql stable as $$
  with line as (
    select t.at, t.kind = 'stake' as is_stake,
      case when t.kind = 'stake' then t.amount else -t.amount end as lost
    from ledger.lines(p_bucket, p_member, p_now - interval '30 days', p_now + interval '1 minute') t
    where t.kind in ('stake', 'payout', 'refund', 'return')
  )
  select
    coalesce(sum(l.lost) filter (where l.is_stake and l.at > p_now - interval '24 hours'), 0)::bigint,
    coalesce(sum(l.lost) filter (where l.at > p_now - interval '24 hours'), 0)::bigint,
    coalesce(sum(l.lost) filter (where l.at > p_now - interval '7 days'), 0)::bigint,
    coalesce(sum(l.lost) filter (where l.at > p_now - interval '30 days'), 0)::bigint,
    least(
      min(l.at) filter (where not l.is_stake and l.at > p_now - interval '24 hours') + interval '24 hours',
      min(l.at) filter (where not l.is_stake and l.at > p_now - interval '7 days') + interval '7 days',
      min(l.at) filter (where not l.is_stake and l.at > p_now - interval '30 days') + interval '30 days')
  from line l
$$;

-- Sums anew what a member played, after the lock of his balance: no slip or payment of his is under way then.
create function lottery.refresh_play(p_bucket smallint, p_member uuid) returns void language plpgsql as $$
declare
  v_now timestamptz;
begin
  perform 1 from ledger.balance b where b.bucket = p_bucket and b.member_id = p_member for update;
  v_now := clock.now();
  insert into lottery.play as p (bucket, member_id, started_at, last_at, checked_at, staked_day, lost_day, lost_week,
      lost_month, summed_at, stale_at)
    select p_bucket, p_member, v_now, v_now - interval '1 hour', v_now, s.staked_day, s.lost_day, s.lost_week,
      s.lost_month, v_now, s.stale_at
    from lottery.sum_play(p_bucket, p_member, v_now) s
    on conflict (bucket, member_id) do update set staked_day = excluded.staked_day, lost_day = excluded.lost_day,
      lost_week = excluded.lost_week, lost_month = excluded.lost_month, summed_at = excluded.summed_at,
      stale_at = excluded.stale_at;
end $$;
