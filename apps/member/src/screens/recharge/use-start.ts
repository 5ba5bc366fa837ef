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
 * Creates a top-up with an idempotency key, then opens the provider's page. After a lost answer, a retry of the same
 * amount uses the same key.
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
      // Open the top-up's own page first, so that Back from the provider leads there.
      await navigate(paths.recharge(topUp.id), { replace: true });
      if (topUp.checkoutUrl !== null) leaveForProvider(topUp.checkoutUrl);
    } catch (error) {
      const refused = asProblem(error);
      if (!refused.unsure) attempt.current = null;
      setProblem(refused);
      // The state may have changed since the page loaded, such as by a break taken elsewhere.
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
