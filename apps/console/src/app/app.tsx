import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, useMemo } from 'react';
import { setHooks } from '../api/shared/client.ts';
import { NotificationArea } from '../features/notifications/notification-area.tsx';
import { Gate } from '../features/session/gate.tsx';
import { session, wasSignedIn } from '../features/session/store.ts';
import { themeOf } from '../ui/theme.ts';
import { useAppearance } from './appearance.ts';
import { ErrorBoundary } from './error-boundary.tsx';

// Generated styles carry the nonce of this response; the content security policy refuses others.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
const styles = createCache({ key: 'console', nonce, prepend: true });

// A retry would add a second entry to the audit log.
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });

const loadShell = () => import('./shell.tsx');
const Shell = lazy(async () => ({ default: (await loadShell()).Shell }));

setHooks({
  onSignedOut: session.noteEnd,
  prove: session.prove,
  onUsed: session.noteUse,
  onReplaced: session.noteReplaced,
  caller: session.caller,
});
// Both load while the texts do.
void session.start();
if (wasSignedIn()) loadShell().catch(() => {});

export function App() {
  const appearance = useAppearance();
  const theme = useMemo(() => themeOf(appearance), [appearance]);
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme}>
        <CssBaseline enableColorScheme />
        <QueryClientProvider client={queries}>
          <ErrorBoundary place="">
            <Gate onIntent={() => void loadShell().catch(() => {})}>
              <Shell />
            </Gate>
          </ErrorBoundary>
          <NotificationArea />
        </QueryClientProvider>
      </ThemeProvider>
    </CacheProvider>
  );
}
