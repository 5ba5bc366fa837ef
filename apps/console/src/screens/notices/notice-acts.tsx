import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { type Notice, scheduleNotice, withdrawNotice } from '../../api/house/notices.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { wrongFields } from '../../features/forms/wrong-fields.ts';
import { useText } from '../../features/language/use-text.ts';
import { Span } from '../../features/schedule/span.tsx';

interface NoticeActsProps {
  notice: Notice;
  begun: boolean;
  /** Opens the form for a correction. */
  onCorrect: () => void;
}

/** Corrects, reschedules or withdraws a notice. */
export function NoticeActs({ notice, begun, onCorrect }: NoticeActsProps) {
  const t = useText();
  const [open, setOpen] = useState<'times' | 'withdraw' | null>(null);
  const [times, setTimes, draft] = useDraft(`notices/${notice.id}/times`, {
    fromMs: notice.fromMs,
    untilMs: notice.untilMs,
  });
  const close = () => setOpen(null);
  const move = useAct(() => scheduleNotice(notice.id, times), {
    draft,
    confirmation: () => t('notices.done.times'),
    onDone: close,
  });
  const end = useAct(() => withdrawNotice(notice.id), {
    confirmation: () => t('notices.done.withdraw'),
    onDone: close,
  });
  return (
    <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
      <Button variant="outlined" onClick={onCorrect}>
        {t('notices.correct')}
      </Button>
      <Button variant="outlined" onClick={() => setOpen('times')}>
        {t('schedule.change')}
      </Button>
      <Button variant="outlined" color="error" onClick={() => setOpen('withdraw')}>
        {t('notices.withdraw')}
      </Button>
      <ActDialog
        open={open === 'times'}
        title={t('schedule.change')}
        act={t('schedule.save')}
        busy={move.isPending}
        error={move.error}
        draft={draft}
        onAct={() => move.mutate(undefined)}
        onClose={close}
      >
        <Span value={times} onChange={setTimes} wrong={wrongFields(move.error)} begun={begun} />
      </ActDialog>
      <ActDialog
        open={open === 'withdraw'}
        title={t('notices.withdraw')}
        about={<Typography>{t('notices.withdrawAbout')}</Typography>}
        act={t('notices.withdraw')}
        grave
        busy={end.isPending}
        error={end.error}
        onAct={() => end.mutate(undefined)}
        onClose={close}
      />
    </Stack>
  );
}
