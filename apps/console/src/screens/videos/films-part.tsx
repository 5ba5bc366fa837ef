import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { WholeVideo } from '../../api/library/videos.ts';
import { useAct } from '../../features/act/use-act.ts';
import { FileButton } from '../../features/forms/file-button.tsx';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useText } from '../../features/language/use-text.ts';
import { useMay } from '../../features/session/store.ts';
import { useUploads } from '../../features/uploads/upload-watch.tsx';
import { uploads } from '../../features/uploads/uploads.ts';
import { Section } from '../../ui/section.tsx';
import { FILM_FILES } from './film-files.ts';
import { FilmRow } from './film-row.tsx';

/** The films of a title, newest first, uploads included. */
export function FilmsPart({ video }: { video: WholeVideo }) {
  const t = useText();
  const may = useMay();
  const queries = useQueryClient();
  const here = useUploads().filter(({ videoId }) => videoId === video.id);
  const begin = useAct((file: File) => uploads.start(video.id, file));
  const done = here.filter(({ state }) => state === 'done').length;
  const notified = useRef(done);
  useEffect(() => {
    // After a complete upload, only the server knows the state.
    if (done > notified.current) void queries.invalidateQueries();
    notified.current = done;
  }, [done, queries]);
  return (
    <Section
      title={t('films.title')}
      actions={
        may('POST /api/console/videos/{id}/films') ? (
          <FileButton
            accept={FILM_FILES}
            variant={video.films.length === 0 ? 'contained' : 'outlined'}
            busy={begin.isPending}
            onFile={(file) => begin.mutate(file)}
          >
            {t(video.films.length === 0 ? 'films.send' : 'films.sendAnother')}
          </FileButton>
        ) : null
      }
    >
      <Stack spacing={2}>
        <Typography color="textSecondary">{t('films.about')}</Typography>
        <FormProblem error={begin.error} />
        {video.films.length === 0 ? (
          <Alert severity="info" variant="outlined">
            {t('films.none')}
          </Alert>
        ) : (
          <Stack component="ul" spacing={1.5} sx={{ listStyle: 'none', m: 0, p: 0 }} aria-label={t('films.title')}>
            {video.films.map((film) => (
              <FilmRow
                key={film.id}
                film={film}
                shownId={video.filmId}
                upload={here.find(({ filmId }) => filmId === film.id) ?? null}
              />
            ))}
          </Stack>
        )}
      </Stack>
    </Section>
  );
}
