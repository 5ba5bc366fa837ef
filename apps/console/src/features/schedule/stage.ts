import type { Tone } from '../../ui/state-chip.tsx';

/** Stage of an item that is visible for a limited time. */
export type Stage = 'now' | 'planned' | 'over' | 'withdrawn';

export interface Times {
  /** Null: no start; visible from the beginning. */
  fromMs: number | null;
  /** Null: no end. */
  untilMs: number | null;
  withdrawnAtMs: number | null;
}

export const STAGE_TONE: Readonly<Record<Stage, Tone>> = {
  now: 'good',
  planned: 'wait',
  over: 'quiet',
  withdrawn: 'quiet',
};

export function stageOf({ fromMs, untilMs, withdrawnAtMs }: Times, nowMs: number): Stage {
  if (withdrawnAtMs !== null) return 'withdrawn';
  if (untilMs !== null && untilMs <= nowMs) return 'over';
  return fromMs !== null && fromMs > nowMs ? 'planned' : 'now';
}
