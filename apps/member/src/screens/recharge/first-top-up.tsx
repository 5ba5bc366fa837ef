import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { limitsQuery, noteLimitPrompted } from '../../api/account/limits.ts';
import { topUpsQuery } from '../../api/money/wallet.ts';
import { useAct } from '../../features/forms/use-act.ts';
import { storeLimits } from '../../features/limits/store-limits.ts';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { LimitStep } from './limit-step.tsx';

/** Before the first top-up, asks once whether to set a deposit limit. Otherwise renders the children. */
export function FirstTopUp({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [answered, setAnswered] = useState(false);
  const topUps = useInfiniteQuery({ ...topUpsQuery(null), enabled: !answered });
  const limits = useQuery({ ...limitsQuery(), enabled: !answered });
  // The server takes no first top-up without the answer.
  const note = useAct(async () => {
    storeLimits(client, await noteLimitPrompted());
    setAnswered(true);
  });
  // A failed query must not block the screen: the server asks for the answer itself.
  if (answered || topUps.isError || limits.isError) return children;
  if (topUps.data === undefined || limits.data === undefined) return <Skeleton blocks={[120, 74, 74, 74, 48]} />;
  const isFirst = topUps.data.pages[0]?.total === 0;
  const wasPrompted = limits.data.promptedAtMs !== null;
  const isSet = limits.data.limits.some(({ kind, value }) => kind.startsWith('deposit-') && value !== null);
  if (!isFirst || wasPrompted || isSet) return children;
  return <LimitStep onDone={note.act} noting={note.busy} notedProblem={note.problemText} />;
}
