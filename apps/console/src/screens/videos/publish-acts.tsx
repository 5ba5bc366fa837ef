import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { publishVideo, type WholeVideo, withdrawVideo } from '../../api/library/videos.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { ReasonDialog } from '../../features/act/reason-dialog.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useText } from '../../features/language/use-text.ts';
import { useMay } from '../../features/session/store.ts';

/** Publishes a title or withdraws it. */
export function PublishActs({ video: { id, state, filmId } }: { video: WholeVideo }) {
  const t = useText();
  const may = useMay();
  const [open, setOpen] = useState<'publish' | 'withdraw' | null>(null);
  const close = () => setOpen(null);
  const isOut = state === 'shown' || state === 'waiting';
  const publish = useAct(() => publishVideo(id), {
    confirmation: (now) => t(now.state === 'shown' ? 'videos.done.shown' : 'videos.done.waiting'),
    onDone: close,
  });
  if (!may('POST /api/console/videos/{id}/publish')) return null;
  return (
    <>
      {isOut ? (
        <Button variant="outlined" color="error" onClick={() => setOpen('withdraw')}>
          {t('videos.withdraw')}
        </Button>
      ) : (
        <Button variant="contained" onClick={() => setOpen('publish')}>
          {t('videos.publish')}
        </Button>
      )}
      <ActDialog
        open={open === 'publish'}
        title={t('videos.publish')}
        about={<Typography>{t(filmId === null ? 'videos.publishWaits' : 'videos.publishAbout')}</Typography>}
        act={t('videos.publish')}
        busy={publish.isPending}
        error={publish.error}
        onAct={() => publish.mutate(undefined)}
        onClose={close}
      />
      {open === 'withdraw' ? (
        <ReasonDialog
          name={`videos/${id}/withdraw`}
          title={t('videos.withdraw')}
          about={t('videos.withdrawAbout')}
          act={t('videos.withdraw')}
          grave
          hint={t('act.whyLog')}
          send={(why) => withdrawVideo(id, why)}
          confirmation={() => t('videos.done.withdraw')}
          onClose={close}
        />
      ) : null}
    </>
  );
}
