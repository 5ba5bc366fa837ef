import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { makeTopUp } from '../../api/money/wallet.ts';
import { newId } from '../../api/shared/new-id.ts';
import { asProblem, type Problem } from '../../api/shared/problem.ts';
import { keys } from '../../api/shared/query-keys.ts';
import { leaveForProvider } from '../../features/provider/leave-for-provider.ts';
import { paths } from '../../paths.ts';

interface Attempt {
  idempotencyKey: string;
  amountMinor: string;
}

interface Start {
  busy: boolean;
  problem: Problem | null;
  start(amountMinor: bigint): void;
  forgetProblem(): void;
}

/**
 * Makes a top-up once, however often it is tapped, and goes on to the provider's page. While no answer has come, the
 * same amount goes with the same key: it is the same top-up then.
 */
export function useStart(): Start {
  const client = useQueryClient();
  const navigate = useNavigate();
  const attempt = useRef<Attempt | null>(null);
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function send(amountMinor: string): Promise<void> {
    if (attempt.current?.amountMinor !== amountMinor) attempt.current = { idempotencyKey: newId(), amountMinor };
    try {
      const { topUp } = await makeTopUp(attempt.current.idempotencyKey, amountMinor);
      attempt.current = null;
      client.setQueryData(keys.topUp(topUp.id), topUp);
      void client.invalidateQueries({ queryKey: keys.allTopUps });
      // First its own page: "back" at the provider's leads there.
      await navigate(paths.recharge(topUp.id), { replace: true });
      if (topUp.checkoutUrl !== null) leaveForProvider(topUp.checkoutUrl);
    } catch (error) {
      const refused = asProblem(error);
      if (!refused.unsure) attempt.current = null;
      setProblem(refused);
      // What it may be now is another than what the page was drawn with; a break may have begun elsewhere.
      void client.invalidateQueries({ queryKey: keys.wallet });
      void client.invalidateQueries({ queryKey: keys.me });
    }
  }

  return {
    busy,
    problem,
    forgetProblem: () => setProblem(null),
    start(amountMinor) {
      if (sending.current) return;
      sending.current = true;
      setBusy(true);
      setProblem(null);
      void send(String(amountMinor)).finally(() => {
        sending.current = false;
        setBusy(false);
      });
    },
  };
}
