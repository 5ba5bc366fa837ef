import { type AnswerOf, type AskOf, call } from '../shared/client.ts';
import type { Proposal } from './lotteries.ts';

export type Stops = AnswerOf<'get', '/api/console/stops'>;
export type ListedStop = Stops['items'][number];
export type Stoppable = Stops['stoppable'][number];
export type NewStop = Omit<AskOf<'post', '/api/console/stops'>['body'], 'why'>;
/** What a proposal to stop betting, or to end a stop, holds. */
export interface ProposedStop {
  ends: boolean;
  reason: string;
  authority: string | null;
  reference: string | null;
  untilMs: number | null;
}

export const STOP_REASONS = [
  'maintenance',
  'fault',
  'security',
  'authority',
  'other',
] as const satisfies readonly NewStop['reason'][];

export function readStops(signal?: AbortSignal): Promise<Stops> {
  return call('get', '/api/console/stops', { signal });
}

export function proposeStop(stop: NewStop, why: string): Promise<Proposal> {
  return call('post', '/api/console/stops', { body: { ...stop, why } });
}

export function proposeStopEnd(what: string, why: string): Promise<Proposal> {
  return call('post', '/api/console/stops/end', { body: { what, why } });
}
