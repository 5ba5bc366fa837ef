import { MutationCache, onlineManager, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Problem } from '../api/problem.ts';
import { keys } from '../api/query-keys.ts';
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
      // What cannot be asked says so, and is asked again once the browser hears that it has a network.
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 20_000,
      retry: (failures, error) => failures < 1 && error instanceof Problem && error.unsure && error.code !== 'timeout',
      retryDelay: 400,
    },
    // Nothing that was tapped without a line goes out by itself later.
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
