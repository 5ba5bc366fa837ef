import { MutationCache, onlineManager, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Problem } from '../api/shared/problem.ts';
import { keys } from '../api/shared/query-keys.ts';
import { CurrencyProvider } from '../features/house/currency.tsx';
import { LocaleProvider } from '../features/language/locale-provider.tsx';
import { connectPageMember } from '../features/session/page-member.ts';

/** Ends the session on this page when a request fails with "signed out"; the screens then lead to sign-in. */
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
      // Offline queries fail immediately, so that the screen can say so. They run again when the network is back.
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
// TanStack Query assumes a network until an event reports its loss. A page opened offline never gets that event.
onlineManager.setOnline(navigator.onLine);

export function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <LocaleProvider>
        <CurrencyProvider>{children}</CurrencyProvider>
      </LocaleProvider>
    </QueryClientProvider>
  );
}
