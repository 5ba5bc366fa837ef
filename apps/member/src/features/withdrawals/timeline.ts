import type { Withdrawal } from '../../api/shared/types.ts';
import { isOpen, shownStateOf } from './withdrawal-state.ts';

type Past = Withdrawal['steps'][number]['state'];

/** One step as it is told: what is past, with when; what is to come, with by when where that is known. */
export interface Told {
  key: string;
  what: Past | 'on-hold' | 'approval' | 'payment';
  /** Null where nobody can say. */
  atMs: number | null;
  coming: boolean;
}

/** The past as it was, then the order of an authority where one stands, then what follows by itself. */
export function timelineOf(withdrawal: Withdrawal): Told[] {
  const { steps, legalHold, reviewDueAtMs, expectedAtMs, state } = withdrawal;
  const told: Told[] = steps.map((step, index) => ({
    key: `${index} ${step.state}`,
    what: step.state,
    atMs: step.atMs,
    coming: false,
  }));
  if (!isOpen(withdrawal)) return told;
  if (legalHold !== null && shownStateOf(withdrawal) === 'on-hold') {
    told.push({ key: 'on-hold', what: 'on-hold', atMs: legalHold.expiresAtMs, coming: false });
    return [...told, { key: 'payment', what: 'payment', atMs: null, coming: true }];
  }
  if (state === 'in-review') told.push({ key: 'approval', what: 'approval', atMs: reviewDueAtMs, coming: true });
  return [...told, { key: 'payment', what: 'payment', atMs: expectedAtMs, coming: true }];
}
