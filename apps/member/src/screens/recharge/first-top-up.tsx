import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { limitsQuery } from '../../api/limits.ts';
import type { Me } from '../../api/types.ts';
import { topUpsQuery } from '../../api/wallet.ts';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { noteLimitAsked, wasLimitAsked } from './limit-asked.ts';
import { LimitStep } from './limit-step.tsx';

/** Asks once, before the first top-up, whether there shall be a deposit limit; then, and for all others, goes on. */
export function FirstTopUp({ me, children }: { me: Me; children: ReactNode }) {
  const [answered, setAnswered] = useState(() => wasLimitAsked(me.id));
  const topUps = useInfiniteQuery({ ...topUpsQuery(null), enabled: !answered });
  const limits = useQuery({ ...limitsQuery(), enabled: !answered });
  // What cannot be asked must not stand in the way.
  if (answered || topUps.isError || limits.isError) return children;
  if (topUps.data === undefined || limits.data === undefined) return <Skeleton blocks={[120, 74, 74, 74, 48]} />;
  const isFirst = topUps.data.pages[0]?.total === 0;
  const isSet = limits.data.limits.some(({ kind, value }) => kind.startsWith('deposit-') && value !== null);
  if (!isFirst || isSet) return children;
  return (
    <LimitStep
      onDone={() => {
        noteLimitAsked(me.id);
        setAnswered(true);
      }}
    />
  );
}
