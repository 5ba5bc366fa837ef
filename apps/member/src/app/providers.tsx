import { MutationCache, onlineManager, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Problem } from '../api/shared/problem.ts';
import { keys } from '../api/shared/query-keys.ts';
import { LocaleProvider } from '../features/language/locale-provider.tsx';
import { connectPageMember } from '../features/session/page-member.ts';

/** A call of a member's that answers "signed out" ends the session here too; the screens then lead to sign-in. */
function onError(error: unknown): void {
  if (!(error instanceof Problem) || error.code !== 'signed-out') return;
  queryClient.setQueryData(keys.sessionEnded, true);
  queryClient.setQueryData(keys.me, null);
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      // Without a network a query fails at once, so that the screen can say so. It runs again when the network is back.
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 20_000,
      retry: (failures, error) => failures < 1 && error instanceof Problem && error.unsure && error.code !== 'timeout',
      retryDelay: 400,
    },
    // A mutation that fails offline is never repeated automatically.
    mutations: { networkMode: 'always', retry: false },
  },
});

connectPageMember(queryClient);
// The library believes in a network until it hears of the loss of one, which a page opened without one never does.
onlineManager.setOnline(navigator.onLine);

export function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <LocaleProvider>{children}</LocaleProvider>
    </QueryClientProvider>
  );
}
