import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { coverOf, sendCover, type WholeVideo } from '../../api/library/videos.ts';
import { useAct } from '../../features/act/use-act.ts';
import { FileButton } from '../../features/forms/file-button.tsx';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useText } from '../../features/language/use-text.ts';
import { Section } from '../../ui/section.tsx';

/** Cover of a title: an uploaded picture, else a frame of its film. */
export function CoverPart({ video, mayChange }: { video: WholeVideo; mayChange: boolean }) {
  const t = useText();
  const url = coverOf(video);
  const act = useAct((file: File) => sendCover(video.id, file), { confirmation: () => t('videos.done.cover') });
  return (
    <Section title={t('videos.cover')}>
      <Stack spacing={1.5} sx={{ alignItems: 'flex-start' }}>
        {url === null ? (
          <Typography color="textSecondary">{t('videos.coverNone')}</Typography>
        ) : (
          <Box
            component="img"
            src={url}
            alt={t('videos.coverAlt')}
            sx={{ width: 320, maxWidth: '100%', aspectRatio: '16 / 9', objectFit: 'cover', borderRadius: 1 }}
          />
        )}
        {mayChange ? (
          <Stack direction="row" spacing={2} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
            <FileButton
              accept="image/jpeg,image/png,image/webp"
              busy={act.isPending}
              onFile={(file) => act.mutate(file)}
            >
              {t('videos.coverChoose')}
            </FileButton>
            <Typography color="textSecondary">{t('videos.coverHint')}</Typography>
          </Stack>
        ) : null}
        <FormProblem error={act.error} />
      </Stack>
    </Section>
  );
}
