import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { setHooks } from '../api/shared/client.ts';
import { NotificationArea } from '../features/notifications/notification-area.tsx';
import { lazyScreen } from '../features/pages/lazy-screen.ts';
import { Gate } from '../features/session/gate.tsx';
import { session, wasSignedIn } from '../features/session/store.ts';
import { themeOf } from '../ui/theme.ts';
import { useAppearance } from './appearance.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { queries } from './queries.ts';

// Generated styles carry the nonce of this response; the content security policy refuses others.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
const styles = createCache({ key: 'console', nonce, prepend: true });

const Shell = lazyScreen(async () => {
  const { Shell: Loaded, pageHere } = await import('./shell.tsx');
  await pageHere;
  return Loaded;
});

setHooks({
  onSignedOut: session.noteEnd,
  prove: session.prove,
  onUsed: session.noteUse,
  onReplaced: session.noteReplaced,
  caller: session.caller,
});
// Both load while the texts do.
void session.start();
const shell = wasSignedIn() ? Shell.preload?.() : undefined;

export function App() {
  const appearance = useAppearance();
  const theme = useMemo(() => themeOf(appearance), [appearance]);
  const [isLoading, setIsLoading] = useState(shell !== undefined);
  useEffect(() => {
    void shell?.then(() => setIsLoading(false));
  }, []);
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme}>
        <CssBaseline enableColorScheme />
        <QueryClientProvider client={queries}>
          <ErrorBoundary place="">
            <Gate isLoading={isLoading} onIntent={() => void Shell.preload?.()}>
              <Shell />
            </Gate>
          </ErrorBoundary>
          <NotificationArea />
        </QueryClientProvider>
      </ThemeProvider>
    </CacheProvider>
  );
}
