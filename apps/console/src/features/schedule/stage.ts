import type { Tone } from '../../ui/state-chip.tsx';

/** Where something that is shown for a time stands. */
export type Stage = 'now' | 'planned' | 'over' | 'withdrawn';

export interface Times {
  /** Null: since ever, or from now on. */
  fromMs: number | null;
  /** Null: for good. */
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
