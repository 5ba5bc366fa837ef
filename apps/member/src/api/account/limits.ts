import { queryOptions } from '@tanstack/react-query';
import { get, post } from '../shared/client.ts';
import { keys } from '../shared/query-keys.ts';
import type { HelpOrganisation, LimitKind, Limits, Play, PlaySafe } from '../shared/types.ts';

const PLAY_EVERY_MS = 60_000;

/** The member's limits, what is used of each, and pending requests. */
export function limitsQuery() {
  return queryOptions({
    queryKey: keys.limits,
    queryFn: ({ signal }) => get<Limits>('/api/me/limits', { signal }),
    meta: { live: true },
  });
}

/** Sets a limit; null removes it. A tighter value takes effect at once, a looser one becomes a request. */
export function setLimit(kind: LimitKind, value: string | null): Promise<Limits> {
  return post('/api/me/limits', { body: { kind, value } });
}

/** Confirms a requested looser value. */
export function confirmLimit(kind: LimitKind, id: string): Promise<Limits> {
  return post('/api/me/limits/confirm', { body: { kind, id } });
}

/** Cancels a requested looser value. */
export function dropLimit(kind: LimitKind, id: string): Promise<Limits> {
  return post('/api/me/limits/drop', { body: { kind, id } });
}

/** Confirms that the limits still fit. The question returns in half a year. */
export function noteLimitsReviewed(): Promise<Limits> {
  return post('/api/me/limits/reviewed', { body: {} });
}

/** Records that the member answered the limit prompt before the first top-up. No phone shows it again. */
export function noteLimitPrompted(): Promise<Limits> {
  return post('/api/me/limits/prompted', { body: {} });
}

export function takeTimeOut(hours: number): Promise<Limits> {
  return post('/api/me/time-out', { body: { hours } });
}

/**
 * Excludes the member; null: permanently. Nothing shortens an exclusion. With `payOut`, the whole balance is paid out.
 */
export function selfExclude(months: number | null, payOut: boolean): Promise<Limits> {
  return post('/api/me/self-exclusion', { body: { months, payOut } });
}

/** Asks for the end of a self-exclusion whose months have passed. */
export function requestExclusionEnd(): Promise<Limits> {
  return post('/api/me/self-exclusion/end-request', { body: {} });
}

/** The second yes, at least a day after the request. */
export function confirmExclusionEnd(id: string): Promise<Limits> {
  return post('/api/me/self-exclusion/end', { body: { id } });
}

/** Start and result of the current play session. */
export function playQuery() {
  return queryOptions({
    queryKey: keys.play,
    queryFn: ({ signal }) => get<Play>('/api/me/play', { signal }),
    refetchInterval: PLAY_EVERY_MS,
    meta: { live: true },
  });
}

/** Records that the member read the reality check. */
export function noteChecked(): Promise<Play> {
  return post('/api/me/play/checked', { body: {} });
}

/** What playing costs over time, signs of harm, and what helps. */
export function playSafeQuery(locale: string) {
  return queryOptions({
    queryKey: keys.playSafe(locale),
    queryFn: ({ signal }) => get<PlaySafe>('/api/play-safe', { query: { locale }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Help organisations for problem gambling, in all countries on the house's list. */
export function helpOrganisationsQuery() {
  return queryOptions({
    queryKey: keys.helpOrganisations,
    queryFn: async ({ signal }) => {
      const { organisations } = await get<{ organisations: HelpOrganisation[] }>('/api/help-organisations', { signal });
      return organisations;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
