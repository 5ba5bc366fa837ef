import ContentCopy from '@mui/icons-material/ContentCopy';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import { useId, useState } from 'react';
import { useText } from '../../features/language/use-text.ts';
import { QrCode } from '../../ui/qr-code.tsx';

/** Shows the private link once. Closes by its button only. */
export function PrivateLink({ link, onClose }: { link: string; onClose: () => void }) {
  const t = useText();
  const titleId = useId();
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <Dialog open aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{t('hosts.link')}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Alert severity="warning" variant="outlined">
            {t('hosts.linkOnce')}
          </Alert>
          <Box
            component="code"
            tabIndex={0}
            sx={{ p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1, overflowWrap: 'anywhere' }}
          >
            {link}
          </Box>
          <QrCode text={link} label={t('hosts.linkCode')} />
          <Box role="status" sx={{ minHeight: 20 }}>
            {copied === null ? null : t(copied ? 'hosts.copied' : 'hosts.notCopied')}
          </Box>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button startIcon={<ContentCopy />} onClick={() => void copy()}>
          {t('hosts.copyLink')}
        </Button>
        <Button variant="contained" onClick={onClose}>
          {t('hosts.linkGiven')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
