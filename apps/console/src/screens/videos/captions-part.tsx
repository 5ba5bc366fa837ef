import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { type Film, removeCaptions } from '../../api/library/films.ts';
import type { WholeVideo } from '../../api/library/videos.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useText } from '../../features/language/use-text.ts';
import { useMay } from '../../features/session/store.ts';
import { memberLanguage } from '../../features/words/member-languages.ts';
import { Section } from '../../ui/section.tsx';
import { CaptionsDialog } from './captions-dialog.tsx';

/** Captions of the published film, by language. */
export function CaptionsPart({ video }: { video: WholeVideo }) {
  const t = useText();
  const may = useMay();
  const [open, setOpen] = useState(false);
  const film = video.films.find(({ id, state }) => id === video.filmId && state === 'ready');
  const mayChange = may('PUT /api/console/films/{id}/captions/{locale}');
  if (film === undefined) return null;
  return (
    <Section
      title={t('captions.title')}
      actions={
        mayChange ? (
          <Button variant="outlined" onClick={() => setOpen(true)}>
            {t('captions.add')}
          </Button>
        ) : null
      }
    >
      <Stack spacing={1.5}>
        <Typography color="textSecondary">{t('captions.about')}</Typography>
        {film.captions.length === 0 ? (
          <Typography>{t('captions.none')}</Typography>
        ) : (
          <Box component="ul" aria-label={t('captions.title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {film.captions.map(({ locale }) => (
              <Stack
                key={locale}
                component="li"
                direction="row"
                spacing={2}
                sx={{ alignItems: 'center', justifyContent: 'space-between', maxWidth: 480 }}
              >
                <span lang={locale}>{memberLanguage(locale).name}</span>
                {mayChange ? <Remove film={film} locale={locale} /> : null}
              </Stack>
            ))}
          </Box>
        )}
      </Stack>
      {open ? <CaptionsDialog film={film} onClose={() => setOpen(false)} /> : null}
    </Section>
  );
}

function Remove({ film, locale }: { film: Film; locale: string }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const language = memberLanguage(locale).name;
  const act = useAct(() => removeCaptions(film.id, locale), {
    confirmation: () => t('captions.done.remove'),
    onDone: () => setOpen(false),
  });
  return (
    <>
      <Button
        size="small"
        color="error"
        onClick={() => setOpen(true)}
        aria-label={t('captions.removeOne', { language })}
      >
        {t('captions.remove')}
      </Button>
      <ActDialog
        open={open}
        title={t('captions.removeOne', { language })}
        about={<Typography>{t('captions.removeAbout')}</Typography>}
        act={t('captions.remove')}
        grave
        busy={act.isPending}
        error={act.error}
        onAct={() => act.mutate(undefined)}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
