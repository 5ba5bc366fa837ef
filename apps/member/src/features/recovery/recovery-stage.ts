import type { VisitorThread } from '../../api/shared/types.ts';
import type { PillTone } from '../../ui/pill/pill.tsx';

type Recovery = NonNullable<VisitorThread['recovery']>;

/** State of a request for a new password. `ready`: approved, and the password can be set now. */
export type RecoveryStage = Recovery['state'] | 'ready';

export function stageOf({ state, readyAtMs }: Recovery, nowMs: number): RecoveryStage {
  return state === 'approved' && readyAtMs <= nowMs ? 'ready' : state;
}

const TONES: Record<RecoveryStage, PillTone> = {
  waiting: 'wait',
  approved: 'good',
  ready: 'good',
  done: 'good',
  refused: 'bad',
  expired: 'plain',
};

export function toneOf(stage: RecoveryStage): PillTone {
  return TONES[stage];
}
