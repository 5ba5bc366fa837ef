import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import {
  addHostPicture,
  approveHostPicture,
  type FullHost,
  type HostPicture,
  hostPictureAddress,
  removeHostPicture,
} from '../../api/library/hosts.ts';
import { GuardedButton } from '../../features/act/guarded-button.tsx';
import { ReasonDialog } from '../../features/act/reason-dialog.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { FileButton } from '../../features/forms/file-button.tsx';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useText } from '../../features/language/use-text.ts';
import { Section } from '../../ui/section.tsx';
import { StateChip } from '../../ui/state-chip.tsx';

/** Pictures of a host, published and pending. */
export function PicturesPart({ host, mayChange }: { host: FullHost; mayChange: boolean }) {
  const t = useText();
  const [removing, setRemoving] = useState<string | null>(null);
  const send = useAct(({ file, key }: { file: File; key: string }) => addHostPicture(host.id, key, file), {
    confirmation: () => t('hosts.done.picture'),
  });
  return (
    <Section
      title={t('hosts.pictures')}
      actions={
        mayChange ? (
          <FileButton
            accept="image/jpeg,image/png,image/webp"
            busy={send.isPending}
            onFile={(file) => send.mutate({ file, key: crypto.randomUUID() })}
          >
            {t('hosts.sendPicture')}
          </FileButton>
        ) : null
      }
    >
      <Stack spacing={2}>
        <FormProblem error={send.error} />
        {host.pictures.length === 0 ? (
          <Typography color="textSecondary">{t('hosts.noPictures')}</Typography>
        ) : (
          <Box
            component="ul"
            sx={{
              ...{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 },
              gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 180px), 1fr))',
            }}
          >
            {host.pictures.map((picture, at) => (
              <Picture
                key={picture.id}
                host={host}
                picture={picture}
                number={at + 1}
                onRemove={mayChange ? () => setRemoving(picture.id) : null}
              />
            ))}
          </Box>
        )}
      </Stack>
      {removing === null ? null : (
        <ReasonDialog
          name={`hosts/${host.id}/pictures/${removing}/remove`}
          title={t('hosts.removePicture')}
          about={t('hosts.removePictureAbout')}
          act={t('hosts.removePicture')}
          grave
          hint={t('act.whyLog')}
          send={(why) => removeHostPicture(host.id, removing, why)}
          confirmation={() => t('hosts.done.pictureGone')}
          onClose={() => setRemoving(null)}
        />
      )}
    </Section>
  );
}

interface PictureProps {
  host: FullHost;
  picture: HostPicture;
  number: number;
  /** Null without the right to remove it. */
  onRemove: (() => void) | null;
}

function Picture({ host, picture, number, onRemove }: PictureProps) {
  const t = useText();
  const times = useTimes();
  const { id, approved, sentBy, atMs } = picture;
  const approve = useAct(() => approveHostPicture(host.id, id), { confirmation: () => t('hosts.done.approve') });
  return (
    <Paper component="li" variant="outlined" sx={{ p: 1.5, display: 'grid', gap: 1, alignContent: 'start' }}>
      <img
        src={hostPictureAddress(host.id, id)}
        alt={t('hosts.picture', { number })}
        style={{ display: 'block', inlineSize: '100%', aspectRatio: '4 / 5', objectFit: 'cover', borderRadius: 6 }}
      />
      <div>
        <StateChip
          tone={approved ? 'good' : 'wait'}
          label={t(approved ? 'hosts.pictureShown' : 'hosts.pictureWaits')}
        />
      </div>
      <Typography variant="body2" color="textSecondary">
        {t(sentBy === 'host' ? 'hosts.sentByHost' : 'hosts.sentByHouse', { at: times.minute(atMs) })}
      </Typography>
      <FormProblem error={approve.error} />
      {onRemove === null ? null : (
        <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
          {approved ? null : (
            <GuardedButton
              size="small"
              variant="contained"
              loading={approve.isPending}
              onClick={() => approve.mutate(undefined)}
              aria-label={t('hosts.approvePictureOne', { number })}
            >
              {t('hosts.approvePicture')}
            </GuardedButton>
          )}
          <Button size="small" color="error" onClick={onRemove} aria-label={t('hosts.removePictureOne', { number })}>
            {t('hosts.removePicture')}
          </Button>
        </Stack>
      )}
    </Paper>
  );
}
