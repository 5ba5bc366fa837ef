import Button from '@mui/material/Button';
import { useState } from 'react';
import { type WholeVideo, withdrawVideo } from '../../api/library/videos.ts';
import { ReasonDialog } from '../../features/act/reason-dialog.tsx';
import { useText } from '../../features/language/use-text.ts';
import { useMay } from '../../features/session/store.ts';
import { PublishVideo } from './publish-video.tsx';

/** Publishes a title, after a preview, or withdraws it. */
export function PublishActs({ video }: { video: WholeVideo }) {
  const t = useText();
  const may = useMay();
  const [open, setOpen] = useState<'publish' | 'withdraw' | null>(null);
  const close = () => setOpen(null);
  const { id, state } = video;
  const isOut = state === 'shown' || state === 'waiting';
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
      {open === 'publish' ? <PublishVideo video={video} onClose={close} /> : null}
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
