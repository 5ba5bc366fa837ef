import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { MessageKey } from '../language/messages.ts';
import { useText } from '../language/use-text.ts';
import { useLetterKeys } from './letter-keys.ts';
import type { Key } from './use-keys.ts';

interface Line {
  /** Label on the key. */
  key: string;
  does: MessageKey;
}

/** Keys that the browser and the fields handle, as listed in the help. */
const EVERYWHERE: readonly Line[] = [
  { key: 'Ctrl + K', does: 'search.title' },
  { key: '?', does: 'keys.title' },
  { key: 'M', does: 'layout.menu' },
  { key: '↑ ↓ ← →', does: 'keys.arrows' },
  { key: 'Tab', does: 'keys.tab' },
  { key: 'Enter', does: 'keys.enter' },
  { key: 'Ctrl + Enter', does: 'keys.send' },
  { key: 'Esc', does: 'keys.escape' },
];

/** Keys of lists and records. */
const ELSEWHERE: readonly Line[] = [
  { key: 'J', does: 'keys.nextRow' },
  { key: 'K', does: 'keys.previousRow' },
  { key: 'N', does: 'keys.nextPage' },
  { key: 'P', does: 'keys.previousPage' },
  { key: 'F', does: 'keys.filters' },
  { key: 'U', does: 'keys.toList' },
  { key: 'A', does: 'keys.approve' },
  { key: 'R', does: 'keys.refuse' },
  { key: 'C', does: 'desk.canned' },
];

/** All keys of the console, those of the current page first, with a switch for letter keys. */
export function KeysHelp({ here, onClose }: { here: readonly Key[]; onClose: () => void }) {
  const t = useText();
  const titleId = useId();
  const [isOn, turn] = useLetterKeys();
  const isListed = (lines: readonly Line[], key: string) => lines.some((line) => line.key === key.toUpperCase());
  const own = here
    .filter(({ key }) => !isListed(EVERYWHERE, key))
    .map(({ key, does }) => ({ key: key.toUpperCase(), does }));
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{t('keys.title')}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          {own.length === 0 ? null : <Lines title={t('keys.here')} lines={own} />}
          <Lines title={t('keys.elsewhere')} lines={ELSEWHERE.filter(({ key }) => !isListed(own, key))} />
          <Lines title={t('keys.everywhere')} lines={EVERYWHERE} />
          <Box>
            <FormControlLabel
              control={<Switch checked={isOn} onChange={(_, next) => turn(next)} />}
              label={t('keys.letters')}
            />
            <Typography variant="body2" color="textSecondary">
              {t('keys.lettersAbout')}
            </Typography>
          </Box>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {t('keys.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly Line[] }) {
  const t = useText();
  return (
    <Box>
      <Typography component="h3" variant="subtitle2" sx={{ mb: 0.75 }}>
        {title}
      </Typography>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '7.5rem 1fr', rowGap: 0.75 }}>
        {lines.map(({ key, does }) => (
          <Box key={key} sx={{ display: 'contents' }}>
            <dt>
              <Box
                component="kbd"
                sx={{ font: 'inherit', fontWeight: 600, px: 0.75, bgcolor: 'action.hover', borderRadius: 0.5 }}
              >
                {key}
              </Box>
            </dt>
            <Box component="dd" sx={{ m: 0 }}>
              {t(does)}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
