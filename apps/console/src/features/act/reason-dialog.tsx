import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useText } from '../language/use-text.ts';
import { ActDialog } from './act-dialog.tsx';
import { ReasonField } from './reason-field.tsx';
import { useAct } from './use-act.ts';

interface ReasonDialogProps<Answer> {
  title: string;
  /** Explains the effect, above the submit button. */
  about: string;
  act: string;
  grave?: boolean;
  /** Names the readers of the reason if the member does not read it. */
  hint?: string;
  send: (why: string) => Promise<Answer>;
  /** Text of the brief confirmation. */
  confirmation: (answer: Answer) => string;
  onDone?: (answer: Answer) => void;
  onClose: () => void;
  /** Fields above the reason. They receive the server's error. */
  children?: (error: unknown) => ReactNode;
}

/** Dialog for one act with a reason. */
export function ReasonDialog<Answer>(props: ReasonDialogProps<Answer>) {
  const { title, about, act, grave, hint, send, confirmation, onDone, onClose, children } = props;
  const t = useText();
  const [why, setWhy] = useState('');
  const sent = useAct(() => send(why), {
    confirmation,
    onDone(answer) {
      onDone?.(answer);
      onClose();
    },
  });
  return (
    <ActDialog
      open
      title={title}
      about={<Typography>{about}</Typography>}
      act={act}
      grave={grave ?? false}
      busy={sent.isPending}
      error={sent.error}
      onAct={() => sent.mutate(undefined)}
      onClose={onClose}
    >
      {children?.(sent.error)}
      <ReasonField
        value={why}
        onChange={setWhy}
        error={sent.error}
        hint={hint ?? t('act.whyHint')}
        autoFocus={children === undefined}
      />
    </ActDialog>
  );
}
