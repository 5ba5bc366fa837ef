import { queryOptions } from '@tanstack/react-query';
import { get, post } from '../shared/client.ts';
import { keys } from '../shared/query-keys.ts';
import type { HelpOrganisation, LimitKind, Limits, Play } from '../shared/types.ts';

const PLAY_EVERY_MS = 60_000;

/** What the member has set himself, what of it is used, and what he has asked for. */
export function limitsQuery() {
  return queryOptions({
    queryKey: keys.limits,
    queryFn: ({ signal }) => get<Limits>('/api/me/limits', { signal }),
    meta: { live: true },
  });
}

/** A tighter value is in force with the answer; a looser one is asked for. Null: no limit. */
export function setLimit(kind: LimitKind, value: string | null): Promise<Limits> {
  return post('/api/me/limits', { body: { kind, value } });
}

/** The second yes to a looser value that was asked for. */
export function confirmLimit(kind: LimitKind, id: string): Promise<Limits> {
  return post('/api/me/limits/confirm', { body: { kind, id } });
}

/** Forgets a looser value that was asked for. */
export function dropLimit(kind: LimitKind, id: string): Promise<Limits> {
  return post('/api/me/limits/drop', { body: { kind, id } });
}

/** They still fit: the question comes back in half a year. */
export function noteLimitsReviewed(): Promise<Limits> {
  return post('/api/me/limits/reviewed', { body: {} });
}

/** The question before the first top-up was answered: it is asked on no phone again. */
export function noteLimitPrompted(): Promise<Limits> {
  return post('/api/me/limits/prompted', { body: {} });
}

export function takeTimeOut(hours: number): Promise<Limits> {
  return post('/api/me/time-out', { body: { hours } });
}

/** Nothing shortens it. */
export function selfExclude(months: number): Promise<Limits> {
  return post('/api/me/self-exclusion', { body: { months } });
}

/** Since when the member plays, and what came of it. */
export function playQuery() {
  return queryOptions({
    queryKey: keys.play,
    queryFn: ({ signal }) => get<Play>('/api/me/play', { signal }),
    refetchInterval: PLAY_EVERY_MS,
    meta: { live: true },
  });
}

/** The reality check was read. */
export function noteChecked(): Promise<Play> {
  return post('/api/me/play/checked', { body: {} });
}

/** Who helps people that gamble more than they want to, in every country that the house knows somebody in. */
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
