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
import type { MadeBatch } from '../../api/members/invites.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';

/** The codes of a new batch, shown once. Closes by its button only. */
export function NewCodes({ batch, onClose }: { batch: MadeBatch; onClose: () => void }) {
  const t = useText();
  const times = useTimes();
  const titleId = useId();
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(batch.codes.join('\n')).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <Dialog open aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{t('invites.codes', { count: batch.codes.length })}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Alert severity="warning" variant="outlined">
            {t('invites.once', { until: times.minute(batch.expiresAtMs) })}
          </Alert>
          <Box
            component="ol"
            tabIndex={0}
            aria-label={t('invites.codeList')}
            sx={{
              ...{ m: 0, p: 1.5, pl: 5, maxHeight: 320, overflow: 'auto', border: 1, borderColor: 'divider' },
              ...{ borderRadius: 1, fontFamily: 'monospace', fontSize: 14, lineHeight: 1.8 },
            }}
          >
            {batch.codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </Box>
          <Box role="status" sx={{ minHeight: 20 }}>
            {copied === null ? null : t(copied ? 'invites.copied' : 'invites.notCopied')}
          </Box>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button startIcon={<ContentCopy />} onClick={() => void copy()}>
          {t('invites.copy')}
        </Button>
        <Button variant="contained" onClick={onClose}>
          {t('invites.kept')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
