import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { type Film, readFilm } from '../../api/library/films.ts';
import { useBytes } from '../../features/format/use-bytes.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { Failed } from '../../features/problems/failed.tsx';
import type { Upload } from '../../features/uploads/uploads.ts';
import { StateChip, type Tone } from '../../ui/state-chip.tsx';
import { FilmActs } from './film-acts.tsx';

const TONE: Record<Film['state'], Tone> = {
  uploading: 'wait',
  waiting: 'wait',
  encoding: 'wait',
  ready: 'good',
  failed: 'bad',
  removed: 'quiet',
};
const ASK_MS = 1_500;

interface FilmRowProps {
  film: Film;
  /** The published film of the title. */
  shownId: string | null;
  /** The upload, if this page runs one. */
  upload: Upload | null;
}

/** One film: its progress, result and actions. */
export function FilmRow({ film: listed, shownId, upload }: FilmRowProps) {
  const t = useText();
  const bytes = useBytes();
  const times = useTimes();
  const { film, error, refetch } = useFollowed(listed);
  const nameId = useId();
  return (
    <Paper component="li" variant="outlined" sx={{ p: 2 }} aria-labelledby={nameId}>
      <Stack spacing={1.5}>
        <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
          <Box sx={{ flexGrow: 1, minWidth: 0 }}>
            <Typography id={nameId} sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              {film.fileName}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {[bytes(film.bytes), times.minute(film.createdAtMs), film.by?.name ?? t('films.broughtIn')].join(' · ')}
            </Typography>
          </Box>
          <StateChip tone={TONE[film.state]} label={t(`films.state.${film.state}`)} />
        </Box>
        <Progress film={film} upload={upload} />
        {film.state === 'failed' && film.fault !== null ? (
          <Alert severity="error" variant="outlined">
            {t(`films.fault.${film.fault}`)}
          </Alert>
        ) : null}
        {film.state === 'ready' ? (
          <Typography>
            {t('films.made', { length: times.span(film.durationMs ?? 0), sizes: film.sizes.join(', ') })}{' '}
            {t(film.id === shownId ? 'films.isShown' : 'films.wasShown')}
          </Typography>
        ) : null}
        {error ? <Failed error={error} onRetry={refetch} /> : null}
        <FilmActs film={film} upload={upload} />
      </Stack>
    </Paper>
  );
}

/** Polls a film during processing, and refreshes the page when it is done. */
function useFollowed(listed: Film) {
  const queries = useQueryClient();
  const isMade = ({ state }: Film) => state === 'waiting' || state === 'encoding';
  const { data, error, refetch } = useQuery({
    queryKey: ['films', listed.id],
    queryFn: ({ signal }) => readFilm(listed.id, signal),
    enabled: isMade(listed),
    refetchInterval: ({ state: { data: now = listed } }) => (isMade(now) ? ASK_MS : false),
  });
  const film = data !== undefined && isMade(listed) ? data : listed;
  const isOver = isMade(listed) && !isMade(film);
  useEffect(() => {
    if (isOver) void queries.invalidateQueries();
  }, [isOver, queries]);
  return { film, error: isMade(film) ? error : null, refetch: () => void refetch() };
}

function Progress({ film, upload }: Pick<FilmRowProps, 'upload'> & { film: Film }) {
  const t = useText();
  const bytes = useBytes();
  if (film.state === 'uploading') {
    const received = Math.max(film.receivedBytes, upload?.receivedBytes ?? 0);
    const text = t('films.received', { received: bytes(received), bytes: bytes(film.bytes) });
    return <Bar label={t('films.sending')} text={text} percent={(100 * received) / film.bytes} />;
  }
  if (film.state === 'waiting') return <Bar label={t('films.making')} text={t('films.waits')} percent={null} />;
  if (film.state !== 'encoding') return null;
  const text = t('films.madePercent', { percent: film.percent });
  return <Bar label={t('films.making')} text={text} percent={film.percent} />;
}

/** `percent` null: unknown. */
function Bar({ label, text, percent }: { label: string; text: string; percent: number | null }) {
  return (
    <Box>
      <LinearProgress
        aria-label={label}
        variant={percent === null ? 'indeterminate' : 'determinate'}
        {...(percent === null ? {} : { value: Math.min(100, percent) })}
      />
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
        {text}
      </Typography>
    </Box>
  );
}
