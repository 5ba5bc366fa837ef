import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
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
      staleTime: 20_000,
      retry: (failures, error) => failures < 1 && error instanceof Problem && error.unsure && error.code !== 'timeout',
      retryDelay: 400,
    },
    mutations: { retry: false },
  },
});

connectPageMember(queryClient);

export function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <LocaleProvider>{children}</LocaleProvider>
    </QueryClientProvider>
  );
}
