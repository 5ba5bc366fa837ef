import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useText } from '../language/use-text.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { StepUpDialog } from './step-up-dialog.tsx';
import { useMe, useSession } from './store.ts';

/** Dialogs over the pages: the lock, another account in this browser, and step-up authentication. */
export function SessionDialogs() {
  const { status, proving, replacedBy } = useSession();
  return (
    <>
      {replacedBy !== null ? <Replaced now={replacedBy} /> : status === 'locked' ? <Locked /> : null}
      {proving ? <StepUpDialog onEnd={proving} /> : null}
    </>
  );
}

/** A dialog, because the page may have dialogs open: the last one opened gets the focus. */
function Locked() {
  const t = useText();
  const queries = useQueryClient();
  const me = useMe();
  return (
    <Dialog open fullScreen slotProps={{ paper: { 'aria-label': t('lock.title') } }} transitionDuration={0}>
      <SignInFrame title={t('lock.title')} about={t('lock.about')}>
        <SignInForm name={me.name} onDone={() => void queries.invalidateQueries()} />
      </SignInFrame>
    </Dialog>
  );
}

/** Names the page's account and the account that is signed in now. Closes once the first signs in again. */
function Replaced({ now }: { now: string }) {
  const t = useText();
  const queries = useQueryClient();
  const { name: was } = useMe();
  // Repeat the calls that were refused meanwhile.
  useEffect(() => () => void queries.invalidateQueries(), [queries]);
  return (
    <Dialog
      open
      fullScreen
      slotProps={{ paper: { 'aria-label': t('replaced.title', { was }) } }}
      transitionDuration={0}
    >
      <SignInFrame title={t('replaced.title', { was })} about={t('replaced.about', { was, now })}>
        <Button variant="contained" size="large" autoFocus onClick={() => location.reload()}>
          {t('replaced.reload', { now })}
        </Button>
      </SignInFrame>
    </Dialog>
  );
}

interface IdleWarningProps {
  secondsLeft: number;
  onStay: () => void;
}

/** Says that the page locks itself soon. */
export function IdleWarning({ secondsLeft, onStay }: IdleWarningProps) {
  const t = useText();
  return (
    <Dialog open onClose={onStay} aria-labelledby="idle-title">
      <DialogTitle id="idle-title">{t('idle.title')}</DialogTitle>
      <DialogContent>{t('idle.about', { seconds: secondsLeft })}</DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onStay} autoFocus>
          {t('idle.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
