import Box from '@mui/material/Box';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { IdleWatch } from './idle-watch.tsx';
import { useSession } from './store.ts';

const loadDialogs = () => import('./session-dialogs.tsx');
const SessionDialogs = lazy(async () => ({ default: (await loadDialogs()).SessionDialogs }));

/** The dialogs load after the first page, and before they are needed: the connection may be lost by then. */
const DIALOGS_AFTER_MS = 5_000;

/** The pages of signed-in staff. When the session ends, they stay mounted but hidden until they sign in again. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { status, proving, replacedBy } = useSession();
  const isLocked = status === 'locked';
  const isHidden = isLocked || replacedBy !== null;
  useEffect(() => {
    const timer = setTimeout(() => void loadDialogs().catch(() => {}), DIALOGS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <Box inert={isHidden} sx={isHidden ? { visibility: 'hidden' } : undefined}>
        {children}
      </Box>
      {isHidden ? null : <IdleWatch />}
      <Suspense>{isHidden || proving ? <SessionDialogs /> : null}</Suspense>
    </>
  );
}
