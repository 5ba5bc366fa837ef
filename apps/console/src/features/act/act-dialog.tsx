import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import { type ReactNode, useId } from 'react';
import type { Draft } from '../drafts/use-draft.ts';
import { Form } from '../forms/form.tsx';
import { useText } from '../language/use-text.ts';
import { useProblemText } from '../problems/use-problem-text.ts';
import { GuardedButton } from './guarded-button.tsx';

interface ActDialogProps {
  open: boolean;
  title: string;
  /** Explains the effect, above the submit button. */
  about?: ReactNode;
  /** Label of the submit button. */
  act: string;
  grave?: boolean;
  busy: boolean;
  error: unknown;
  children?: ReactNode;
  /** Enter in a field submits: for entering a code or a password alone. */
  byEnter?: boolean;
  /** Values of the form. Closing the dialog keeps them until they are saved or discarded. */
  draft?: Draft;
  onAct: () => void;
  onClose: () => void;
}

/** Form for one act. */
export function ActDialog(props: ActDialogProps) {
  const {
    open,
    title,
    about,
    act,
    grave = false,
    busy,
    error,
    byEnter = false,
    draft,
    children,
    onAct,
    onClose,
  } = props;
  const t = useText();
  const text = useProblemText();
  const titleId = useId();
  const submit = () => {
    if (!busy) onAct();
  };
  return (
    <Dialog open={open} onClose={busy ? undefined : onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <Form by={byEnter ? 'enter' : 'press'} spacing={0} onSubmit={submit}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          <Stack spacing={2} sx={{ pt: 1 }}>
            {about}
            {children}
            {error ? (
              <Alert severity="error" variant="outlined">
                {text(error)}
              </Alert>
            ) : null}
          </Stack>
        </DialogContent>
        <DialogActions>
          {draft?.isUnsaved ? (
            <Button onClick={draft.discard} disabled={busy} color="inherit" sx={{ mr: 'auto' }}>
              {t('drafts.discard')}
            </Button>
          ) : null}
          <Button onClick={onClose} disabled={busy} color="inherit">
            {t('actions.cancel')}
          </Button>
          <GuardedButton type="submit" variant="contained" color={grave ? 'error' : 'primary'} loading={busy}>
            {act}
          </GuardedButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
