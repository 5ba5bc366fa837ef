import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useText } from '../language/use-text.ts';
import { turnAnnounced, useAnnounced, WAYS, type Way } from './announcing.ts';
import { playTone } from './tone.ts';

/** Switches for sound and notifications of this browser. */
export function AnnounceSettings() {
  const t = useText();
  const isOn = useAnnounced();
  const [isBlocked, setIsBlocked] = useState(false);
  const turn = async (way: Way, next: boolean) => {
    if (next && way === 'notification') {
      const isAllowed = 'Notification' in window && (await Notification.requestPermission()) === 'granted';
      setIsBlocked(!isAllowed);
      if (!isAllowed) return;
    }
    if (next && way === 'sound') playTone();
    turnAnnounced(way, next);
  };
  return (
    <Stack spacing={0.5}>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', columnGap: 2 }}>
        {WAYS.map((way) => (
          <FormControlLabel
            key={way}
            label={t(`queues.announce.${way}`)}
            control={<Switch checked={isOn(way)} onChange={(_, next) => void turn(way, next)} />}
          />
        ))}
      </Stack>
      <Typography variant="body2" color="textSecondary">
        {t('queues.announce.about')}
      </Typography>
      {isBlocked ? (
        <Typography variant="body2" color="error" role="alert">
          {t('queues.announce.blocked')}
        </Typography>
      ) : null}
    </Stack>
  );
}
