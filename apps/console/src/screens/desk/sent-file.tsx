import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { type Entry, fileAddress } from '../../api/members/desk.ts';
import { useBytes } from '../../features/format/use-bytes.ts';
import { useText } from '../../features/language/use-text.ts';

interface SentFileProps {
  threadKey: string;
  n: number;
  file: NonNullable<Entry['file']>;
}

/** Attachment: a picture, as redrawn by the server, is shown. A PDF can only be downloaded. */
export function SentFile({ threadKey, n, file }: SentFileProps) {
  const t = useText();
  const bytes = useBytes();
  const address = fileAddress(threadKey, n);
  if (file.kind === 'picture') return <SentPicture address={address} name={file.name} />;
  return (
    <Button
      component="a"
      href={address}
      download={file.name}
      variant="outlined"
      startIcon={<FileDownloadOutlined />}
      sx={{ mt: 1, textAlign: 'start', overflowWrap: 'anywhere' }}
    >
      {t('desk.download', { name: file.name, size: bytes(file.bytes) })}
    </Button>
  );
}

/** Each view is logged. */
function SentPicture({ address, name }: { address: string; name: string }) {
  const t = useText();
  const titleId = useId();
  const [isOpen, setIsOpen] = useState(false);
  /** Number of the attempt; null: loading failed. */
  const [tries, setTries] = useState<number | null>(0);
  if (tries === null) {
    return (
      <Typography role="alert" sx={{ mt: 1 }}>
        {t('desk.pictureFailed')} <Button onClick={() => setTries(0)}>{t('actions.retry')}</Button>
      </Typography>
    );
  }
  return (
    <>
      <Button
        onClick={() => setIsOpen(true)}
        aria-label={t('desk.enlarge', { name })}
        sx={{ mt: 1, p: 0.5, border: 1, borderColor: 'divider' }}
      >
        <img
          src={address}
          alt=""
          onError={() => setTries(null)}
          style={{ display: 'block', maxInlineSize: '100%', maxBlockSize: 220, borderRadius: 4 }}
        />
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} maxWidth="lg" aria-labelledby={titleId}>
        <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
          {name}
        </DialogTitle>
        <DialogContent>
          <img src={address} alt={name} style={{ display: 'block', maxInlineSize: '100%' }} />
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setIsOpen(false)} autoFocus>
            {t('desk.closePicture')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
