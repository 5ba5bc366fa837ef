import Alert from '@mui/material/Alert';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Guide, readGuide } from '../../api/library/guide.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { useMay } from '../../features/session/store.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { GuideForm } from './guide-form.tsx';

/** Number of earlier versions in the list. */
const LISTED_MAX = 50;

/** The guide's introduction in each language, with its earlier versions. */
export function GuidePage() {
  const t = useText();
  const may = useMay();
  /** Null: the current version. */
  const [version, setVersion] = useState<number | null>(null);
  const now = useGuide(null);
  const before = useGuide(version);
  const { data, error, refetch } = version === null ? now : before;
  const newest = now.data?.version ?? 0;
  return (
    <Stack spacing={2}>
      <PageHead title={t('guide.title')} about={<About guide={data} />}>
        {newest > 1 ? <Versions newest={newest} value={version} onChange={setVersion} /> : null}
      </PageHead>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Stack role="status" aria-label={t('state.loading')}>
          <Skeleton height={320} />
        </Stack>
      ) : (
        <>
          {version === null ? null : (
            <Alert severity="info" variant="outlined">
              {t('guide.earlier')}
            </Alert>
          )}
          <GuideForm
            key={version ?? 'now'}
            guide={data}
            mayChange={version === null && may('PUT /api/console/guide')}
          />
        </>
      )}
    </Stack>
  );
}

function useGuide(version: number | null) {
  return useQuery({
    queryKey: ['guide', version ?? 'now'],
    queryFn: ({ signal }) => readGuide(version, signal),
  });
}

function About({ guide }: { guide: Guide | undefined }) {
  const t = useText();
  const times = useTimes();
  if (guide === undefined || guide.atMs === null) return t('guide.about');
  return t('guide.version', { version: guide.version, by: guide.setBy ?? '–', at: times.minute(guide.atMs) });
}

interface VersionsProps {
  newest: number;
  value: number | null;
  onChange: (version: number | null) => void;
}

function Versions({ newest, value, onChange }: VersionsProps) {
  const t = useText();
  const count = Math.min(newest - 1, LISTED_MAX);
  return (
    <TextField
      select
      label={t('guide.versions')}
      value={value ?? newest}
      onChange={(event) => onChange(Number(event.target.value) === newest ? null : Number(event.target.value))}
      sx={{ minWidth: 180, width: { xs: '100%', sm: 'auto' } }}
    >
      <MenuItem value={newest}>{t('guide.now', { version: newest })}</MenuItem>
      {Array.from({ length: count }, (_, back) => newest - 1 - back).map((one) => (
        <MenuItem key={one} value={one}>
          {one}
        </MenuItem>
      ))}
    </TextField>
  );
}
