import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { FirstSecrets } from '../../api/staff/staff.ts';
import { useText } from '../../features/language/use-text.ts';
import { notify } from '../../features/notifications/notifications.ts';
import { QrCode } from '../../ui/qr-code.tsx';

/** Shows credentials once. Closes by its button only, not by Escape or a click outside. */
export function SecretDialog({ secrets, onClose }: { secrets: FirstSecrets; onClose: () => void }) {
  const t = useText();
  const titleId = useId();
  const { name, password, codeUri } = secrets;
  const key = new URL(codeUri).searchParams.get('secret') ?? '';
  return (
    <Dialog open aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{t('staff.secret.title', { name })}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Typography>{t(password === undefined ? 'staff.secret.aboutCode' : 'staff.secret.about')}</Typography>
          {password === undefined ? null : <SecretText label={t('staff.secret.password')} text={password} />}
          <QrCode text={codeUri} label={t('staff.secret.qr')} />
          <SecretText label={t('staff.secret.key')} text={key} />
          <SecretText label={t('staff.secret.uri')} text={codeUri} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('staff.secret.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function SecretText({ label, text }: { label: string; text: string }) {
  const t = useText();
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => notify(t('staff.secret.copied')),
      () => notify(t('staff.secret.notCopied'), 'warning'),
    );
  };
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Typography variant="caption" color="textSecondary">
          {label}
        </Typography>
        <Typography component="output" sx={{ display: 'block', fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
          {text}
        </Typography>
      </Box>
      <Button variant="outlined" onClick={copy} aria-label={`${t('staff.secret.copy')}: ${label}`}>
        {t('staff.secret.copy')}
      </Button>
    </Box>
  );
}
