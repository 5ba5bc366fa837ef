import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Dialog from '@mui/material/Dialog';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useText } from '../language/use-text.ts';
import { IdleWatch } from './idle-watch.tsx';
import { PasswordForm } from './password-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { StepUpDialog } from './step-up-dialog.tsx';
import { leaveConsole, session, useSession } from './store.ts';

/**
 * Shows the pages to signed-in staff. When the session ends, the page stays mounted but hidden until they sign in
 * again.
 */
export function Gate({ children }: { children: ReactNode }) {
  const t = useText();
  const queries = useQueryClient();
  const { status, me, proving, replacedBy } = useSession();
  useEffect(() => {
    void session.start();
  }, []);

  if (status === 'starting') {
    return (
      <Box sx={{ display: 'grid', placeItems: 'center', minHeight: '100dvh' }}>
        <CircularProgress aria-label={t('state.loading')} />
      </Box>
    );
  }
  if (status === 'password') {
    return (
      <SignInFrame title={t('password.firstTitle')} about={t('password.firstAbout')}>
        <PasswordForm atSignIn onDone={() => void session.start()} />
        <Button color="inherit" onClick={leaveConsole} sx={{ mt: 1, ml: -1 }}>
          {t('layout.signOut')}
        </Button>
      </SignInFrame>
    );
  }
  if (me === null) {
    return (
      <SignInFrame title={t('signIn.title')} about={t('signIn.about')}>
        <SignInForm />
      </SignInFrame>
    );
  }
  const isLocked = status === 'locked';
  const isHidden = isLocked || replacedBy !== null;
  return (
    <>
      <Box inert={isHidden} sx={isHidden ? { visibility: 'hidden' } : undefined}>
        {children}
      </Box>
      {replacedBy !== null ? (
        <Dialog
          open
          fullScreen
          slotProps={{ paper: { 'aria-label': t('replaced.title', { was: me.name }) } }}
          transitionDuration={0}
        >
          <Replaced was={me.name} now={replacedBy} />
        </Dialog>
      ) : isLocked ? (
        // A dialog, because the page may have dialogs open: the last one opened gets the focus.
        <Dialog open fullScreen slotProps={{ paper: { 'aria-label': t('lock.title') } }} transitionDuration={0}>
          <SignInFrame title={t('lock.title')} about={t('lock.about')}>
            <SignInForm name={me.name} onDone={() => void queries.invalidateQueries()} />
          </SignInFrame>
        </Dialog>
      ) : (
        <IdleWatch />
      )}
      {proving ? <StepUpDialog onEnd={proving} /> : null}
    </>
  );
}

/** Names the page's account and the account that is signed in now. Closes once the first signs in again. */
function Replaced({ was, now }: { was: string; now: string }) {
  const t = useText();
  const queries = useQueryClient();
  // Repeat the calls that were refused meanwhile.
  useEffect(() => () => void queries.invalidateQueries(), [queries]);
  return (
    <SignInFrame title={t('replaced.title', { was })} about={t('replaced.about', { was, now })}>
      <Button variant="contained" size="large" autoFocus onClick={() => location.reload()}>
        {t('replaced.reload', { now })}
      </Button>
    </SignInFrame>
  );
}
