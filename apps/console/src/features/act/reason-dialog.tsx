import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useText } from '../language/use-text.ts';
import { ActDialog } from './act-dialog.tsx';
import { ReasonField } from './reason-field.tsx';
import { useAct } from './use-act.ts';

interface ReasonDialogProps<Answer> {
  title: string;
  /** What will happen, before the button that does it. */
  about: string;
  act: string;
  grave?: boolean;
  /** Who reads the reason, where it is not the member. */
  hint?: string;
  send: (why: string) => Promise<Answer>;
  /** Shown for a moment once it is done. */
  said: (answer: Answer) => string;
  onDone?: (answer: Answer) => void;
  onClose: () => void;
  /** Fields before the reason; they are shown what the server says of them. */
  children?: (error: unknown) => ReactNode;
}

/** One act and its reason, for as long as it is shown. */
export function ReasonDialog<Answer>(props: ReasonDialogProps<Answer>) {
  const { title, about, act, grave, hint, send, said, onDone, onClose, children } = props;
  const t = useText();
  const [why, setWhy] = useState('');
  const sent = useAct(() => send(why), {
    said,
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
