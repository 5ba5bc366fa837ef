import { sql } from 'kysely';

/** States by which staff filter legal holds. `ending`: in force, and over within a week. */
export const HOLD_STATES = ['open', 'waiting', 'ending'] as const;
export type HoldState = (typeof HOLD_STATES)[number];

/** SQL condition on `payments.legal_hold h`: it awaits a second person or is in force. */
const IS_OPEN = sql<boolean>`h.lifted_at is null and h.expires_at > clock.now()`;
export const IS_WAITING = sql<boolean>`${IS_OPEN} and h.confirmed_by is null`;
export const IS_ENDING = sql<boolean>`${IS_OPEN} and h.confirmed_by is not null
  and h.expires_at <= clock.now() + interval '7 days'`;

export const IN_HOLD_STATE = { open: IS_OPEN, waiting: IS_WAITING, ending: IS_ENDING } as const;
