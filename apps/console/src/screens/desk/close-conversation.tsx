import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { closeThread } from '../../api/members/desk.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useText } from '../../features/language/use-text.ts';

export function CloseConversation({ threadKey }: { threadKey: string }) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const act = useAct(() => closeThread(threadKey), {
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
        about={<Typography>{t('desk.closeAbout')}</Typography>}
        act={t('desk.close')}
        busy={act.isPending}
        error={act.error}
        onAct={() => act.mutate(undefined)}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}
