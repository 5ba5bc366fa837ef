import type { LegalHold } from '../../api/members/legal-holds.ts';
import type { Tone } from '../../ui/state-chip.tsx';

export type HoldState = 'proposed' | 'holds' | 'lifted' | 'expired';

export const HOLD_TONE: Readonly<Record<HoldState, Tone>> = {
  proposed: 'wait',
  holds: 'bad',
  lifted: 'quiet',
  expired: 'quiet',
};

export function stateOf({ liftedAtMs, confirmedBy, expiresAtMs }: LegalHold, nowMs: number): HoldState {
  if (liftedAtMs !== null) return 'lifted';
  if (expiresAtMs <= nowMs) return 'expired';
  return confirmedBy === null ? 'proposed' : 'holds';
}
