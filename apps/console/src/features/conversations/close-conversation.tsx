import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import { useAct } from '../act/use-act.ts';
import { useText } from '../language/use-text.ts';

interface CloseConversationProps {
  /** Explains the effect. */
  about: string;
  close: () => Promise<unknown>;
}

/** Button that closes a conversation after a confirmation. */
export function CloseConversation({ about, close }: CloseConversationProps) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const act = useAct(close, {
    confirmation: () => t('desk.closed'),
    onDone: () => setIsOpen(false),
  });
  return (
    <>
      <Button variant="outlined" onClick={() => setIsOpen(true)}>
        {t('desk.close')}
      </Button>
      <ActDialog
        open={isOpen}
        title={t('desk.close')}
        about={<Typography>{about}</Typography>}
        act={t('desk.close')}
        busy={act.isPending}
        error={act.error}
        onAct={() => act.mutate(undefined)}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}
