import { sql } from 'kysely';

/** Unmet requirements that keep a host from being shown. */
export const REQUIREMENTS = [
  'identity',
  'age',
  'consent',
  'words',
  'picture',
  'paused',
  'hidden',
  'removed',
  'city',
] as const;
export type Requirement = (typeof REQUIREMENTS)[number];

/** SQL joins for `directory.host h` and `directory.city c`: the newest valid row of each requirement. */
export const REQUIREMENT_JOINS = sql`
  left join lateral (
    select v.until_at, v.verified_at from directory.verification v
    where v.host_id = h.id and v.kind = 'identity' and v.confirmed_at is not null and v.revoked_at is null
      and v.verified_at <= (select clock.now()) and v.until_at > (select clock.now())
    order by v.verified_at desc limit 1
  ) i on true
  left join lateral (
    select v.until_at from directory.verification v
    where v.host_id = h.id and v.kind = 'age' and v.years >= 18 and v.confirmed_at is not null and v.revoked_at is null
      and v.verified_at <= (select clock.now()) and v.until_at > (select clock.now())
    order by v.verified_at desc limit 1
  ) a on true
  left join lateral (
    select max(o.until_at) as until_at from directory.consent o
    where o.host_id = h.id and o.withdrawn_at is null and o.until_at > (select clock.now())
  ) y on true`;

/**
 * Explains the unmet requirements to the host and staff. Only `directory.shown_host` decides visibility; a test
 * compares the two.
 */
export const UNMET_REQUIREMENTS = sql<Requirement[]>`array_remove(array[
  case when i.until_at is null then 'identity' end,
  case when a.until_at is null then 'age' end,
  case when y.until_at is null then 'consent' end,
  case when h.texts is null then 'words' end,
  case when not exists (
    select from directory.picture p where p.host_id = h.id and p.approved_at is not null and p.removed_at is null
  ) then 'picture' end,
  case when h.paused_at is not null then 'paused' end,
  case when h.hidden_at is not null or h.barred_at is not null then 'hidden' end,
  case when h.removed_at is not null then 'removed' end,
  case when c.hidden_at is not null then 'city' end
], null)`;
