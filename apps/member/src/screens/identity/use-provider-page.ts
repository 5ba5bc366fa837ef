import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { startIdentityCheck } from '../../api/account/identity.ts';
import { asProblem, type Problem } from '../../api/shared/problem.ts';
import { keys } from '../../api/shared/query-keys.ts';
import { leaveForProvider } from '../../features/provider/leave-for-provider.ts';

interface Show {
  busy: boolean;
  problem: Problem | null;
  show(): void;
}

/** Opens the provider's page, and starts a check first if there is none. Ignores repeated taps. */
export function useProviderPage(): Show {
  const client = useQueryClient();
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function send(): Promise<void> {
    try {
      const identity = await startIdentityCheck();
      client.setQueryData(keys.identity, identity);
      if (identity.url !== null) leaveForProvider(identity.url);
    } catch (error) {
      setProblem(asProblem(error));
      // The check may be decided by now.
      void client.invalidateQueries({ queryKey: keys.identity });
    }
  }

  return {
    busy,
    problem,
    show() {
      if (sending.current) return;
      sending.current = true;
      setBusy(true);
      setProblem(null);
      void send().finally(() => {
        sending.current = false;
        setBusy(false);
      });
    },
  };
}
