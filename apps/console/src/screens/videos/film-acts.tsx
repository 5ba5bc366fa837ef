import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { type Film, removeFilm, retryFilm } from '../../api/library/films.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { FileButton } from '../../features/forms/file-button.tsx';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useText } from '../../features/language/use-text.ts';
import { useMay, useMe } from '../../features/session/store.ts';
import { type Upload, uploads } from '../../features/uploads/uploads.ts';
import { FILM_FILES } from './film-files.ts';

interface FilmActsProps {
  film: Film;
  upload: Upload | null;
}

/** Pauses and resumes an upload, retries, or removes a useless film. */
export function FilmActs({ film, upload }: FilmActsProps) {
  const t = useText();
  const may = useMay();
  const retry = useAct(() => retryFilm(film.id), { confirmation: () => t('films.done.retry') });
  const mayRemove = ['uploading', 'waiting', 'failed'].includes(film.state);
  if (!may('DELETE /api/console/films/{id}') || !mayRemove) return null;
  return (
    <Stack spacing={1.5}>
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
        {film.state === 'uploading' ? <Sending film={film} upload={upload} /> : null}
        {film.state === 'failed' && film.fault === 'encoder' ? (
          <Button variant="contained" loading={retry.isPending} onClick={() => retry.mutate(undefined)}>
            {t('films.retry')}
          </Button>
        ) : null}
        <Remove film={film} />
      </Stack>
      <FormProblem error={retry.error} />
      <FormProblem error={upload?.state === 'stopped' ? upload.error : null} />
    </Stack>
  );
}

/** An upload of this page can pause and resume. One from elsewhere needs its file again. */
function Sending({ film, upload }: FilmActsProps) {
  const t = useText();
  const me = useMe();
  const [error, setError] = useState<unknown>(null);
  if (upload !== null && upload.state === 'sending') {
    return (
      <Button variant="outlined" onClick={() => uploads.pause(film.id)}>
        {t('films.pause')}
      </Button>
    );
  }
  if (upload !== null && upload.state !== 'done') {
    return (
      <Button variant="contained" onClick={() => uploads.resume(film.id)}>
        {t('films.goOn')}
      </Button>
    );
  }
  // Only the account that began an upload may continue it.
  if (film.by?.id !== me.id) return null;
  const goOn = (file: File) => {
    try {
      uploads.goOn(film, file);
      setError(null);
    } catch (fault) {
      setError(fault);
    }
  };
  return (
    <Stack spacing={1} sx={{ width: '100%' }}>
      <Typography>{t('films.chooseAgain', { name: film.fileName })}</Typography>
      <FormProblem error={error} />
      <Stack direction="row">
        <FileButton accept={FILM_FILES} variant="contained" onFile={goOn}>
          {t('films.choose')}
        </FileButton>
      </Stack>
    </Stack>
  );
}

function Remove({ film: { id, state } }: { film: Film }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const what = state === 'failed' ? 'remove' : 'cancel';
  const act = useAct(
    () => {
      uploads.forget(id);
      return removeFilm(id);
    },
    { confirmation: () => t('films.done.remove'), onDone: () => setOpen(false) },
  );
  return (
    <>
      <Button variant="outlined" color="error" onClick={() => setOpen(true)}>
        {t(`films.${what}`)}
      </Button>
      <ActDialog
        open={open}
        title={t(`films.${what}`)}
        about={<Typography>{t('films.removeAbout')}</Typography>}
        act={t(`films.${what}`)}
        grave
        busy={act.isPending}
        error={act.error}
        onAct={() => act.mutate(undefined)}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
