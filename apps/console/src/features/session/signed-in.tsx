import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useText } from '../language/use-text.ts';
import { IdleWatch } from './idle-watch.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { StepUpDialog } from './step-up-dialog.tsx';
import { useMe, useSession } from './store.ts';

/** The pages of signed-in staff. When the session ends, they stay mounted but hidden until they sign in again. */
export function SignedIn({ children }: { children: ReactNode }) {
  const t = useText();
  const queries = useQueryClient();
  const { status, proving, replacedBy } = useSession();
  const me = useMe();
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
