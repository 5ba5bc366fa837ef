import { useEffect, useRef } from 'react';
import type { Lottery } from '../../api/shared/types.ts';
import { rollLottery } from '../../api/stream/stream-reducer.ts';
import { clockText } from '../../ui/countdown/clock-text.ts';
import { Ring, type RingHandle } from '../../ui/countdown/ring.tsx';
import { lastTickMs, onTick, secondsLeft } from '../live/now.ts';

// The time left of a lottery's current period. Each tick writes to the DOM: a React render each second costs more.

interface LotteryRingProps {
  lottery: Lottery;
  size: number;
  thick?: number;
  className?: string | undefined;
}

/** The ring of the time left; empty for a closed table. */
export function LotteryRing({ lottery, ...look }: LotteryRingProps) {
  const ring = useRef<RingHandle>(null);
  useEachTick(lottery, () => ring.current?.show(shareLeft(lottery)));
  return <Ring ref={ring} left={shareLeft(lottery)} {...look} />;
}

/** The time left in digits; a dash for a closed table. */
export function LotteryDigits({ lottery, className }: { lottery: Lottery; className?: string | undefined }) {
  const shown = useRef<HTMLElement>(null);
  useEachTick(lottery, () => {
    if (shown.current !== null) shown.current.textContent = clockOf(lottery);
  });
  return (
    <bdi ref={shown} dir="ltr" className={className}>
      {clockOf(lottery)}
    </bdi>
  );
}

/** Calls `show` now, each second, and when the lottery changes. */
function useEachTick(lottery: Lottery, show: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` depends on the lottery alone.
  useEffect(() => {
    show();
    return onTick(show);
  }, [lottery]);
}

function timeLeft(lottery: Lottery): number {
  return secondsLeft(rollLottery(lottery, lastTickMs()).current.locksAtMs, lastTickMs());
}

function shareLeft(lottery: Lottery): number {
  return lottery.closed ? 0 : timeLeft(lottery) / lottery.periodSeconds;
}

function clockOf(lottery: Lottery): string {
  return lottery.closed ? '–' : clockText(timeLeft(lottery));
}
