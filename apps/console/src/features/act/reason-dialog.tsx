import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { type Draft, joinDrafts, useDraft } from '../drafts/use-draft.ts';
import { useText } from '../language/use-text.ts';
import { ActDialog } from './act-dialog.tsx';
import { ReasonField } from './reason-field.tsx';
import { useAct } from './use-act.ts';

interface ReasonDialogProps<Answer> {
  /** Names the act and its item, for the unsaved reason. */
  name: string;
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
  /** Values of the fields above the reason. */
  fields?: Draft;
  /** Fields above the reason. They receive the server's error. */
  children?: (error: unknown) => ReactNode;
}

/** Dialog for one act with a reason. */
export function ReasonDialog<Answer>(props: ReasonDialogProps<Answer>) {
  const { name, fields, title, about, act, grave, hint, send, confirmation, onDone, onClose, children } = props;
  const t = useText();
  const [why, setWhy, own] = useDraft(name, '');
  const draft = fields === undefined ? own : joinDrafts(own, fields);
  const sent = useAct(() => send(why), {
    confirmation,
    draft,
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
      draft={draft}
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
