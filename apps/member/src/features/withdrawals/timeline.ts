import type { Withdrawal } from '../../api/shared/types.ts';
import { isOpen, shownStateOf } from './withdrawal-state.ts';

type Past = Withdrawal['steps'][number]['state'];

/** One step of the timeline. `atMs` is when it happened, or when it is expected. */
export interface TimelineEntry {
  key: string;
  what: Past | 'on-hold' | 'approval' | 'payment';
  /** Null if unknown. */
  atMs: number | null;
  coming: boolean;
}

/** Past steps, then an authority's legal hold if there is one, then the steps that follow automatically. */
export function timelineOf(withdrawal: Withdrawal): TimelineEntry[] {
  const { steps, legalHold, reviewDueAtMs, expectedAtMs, state } = withdrawal;
  const reports: TimelineEntry[] = steps.map((step, index) => ({
    key: `${index} ${step.state}`,
    what: step.state,
    atMs: step.atMs,
    coming: false,
  }));
  if (!isOpen(withdrawal)) return reports;
  if (legalHold !== null && shownStateOf(withdrawal) === 'on-hold') {
    reports.push({ key: 'on-hold', what: 'on-hold', atMs: legalHold.expiresAtMs, coming: false });
    return [...reports, { key: 'payment', what: 'payment', atMs: null, coming: true }];
  }
  if (state === 'in-review') reports.push({ key: 'approval', what: 'approval', atMs: reviewDueAtMs, coming: true });
  return [...reports, { key: 'payment', what: 'payment', atMs: expectedAtMs, coming: true }];
}
