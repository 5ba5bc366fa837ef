import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useMemo } from 'react';
import { BrowserRouter } from 'react-router';
import { setHooks } from '../api/shared/client.ts';
import { NotificationArea } from '../features/notifications/notification-area.tsx';
import { Gate } from '../features/session/gate.tsx';
import { session } from '../features/session/store.ts';
import { themeOf } from '../ui/theme.ts';
import { useAppearance } from './appearance.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Layout } from './layout.tsx';
import { PageRoutes } from './page-routes.tsx';

// Generated styles carry the nonce of this response; the content security policy refuses others.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
const styles = createCache({ key: 'console', nonce, prepend: true });

// A retry would add a second entry to the audit log.
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });

setHooks({
  onSignedOut: session.noteEnd,
  prove: session.prove,
  onUsed: session.noteUse,
  onReplaced: session.noteReplaced,
  caller: session.caller,
});

export function App() {
  const appearance = useAppearance();
  const theme = useMemo(() => themeOf(appearance), [appearance]);
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme}>
        <CssBaseline enableColorScheme />
        <QueryClientProvider client={queries}>
          <BrowserRouter basename="/console">
            <ErrorBoundary place="">
              <Gate>
                <Layout>
                  <PageRoutes />
                </Layout>
              </Gate>
            </ErrorBoundary>
          </BrowserRouter>
          <NotificationArea />
        </QueryClientProvider>
      </ThemeProvider>
    </CacheProvider>
  );
}
