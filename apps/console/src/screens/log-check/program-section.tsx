import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ProgramPart, readProgram } from '../../api/staff/audit.ts';
import { SmallTable } from '../../features/figures/small-table.tsx';
import { useCount } from '../../features/format/use-count.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StateChip } from '../../ui/state-chip.tsx';

const TONES = { same: 'good', 'unlike-book': 'bad', changed: 'bad', unknown: 'quiet' } as const;

/** Program and pages of the answering server, compared with its start and with the public book. */
export function ProgramSection() {
  const t = useText();
  const times = useTimes();
  const count = useCount();
  const { data, error, refetch } = useQuery({ queryKey: ['program'], queryFn: ({ signal }) => readProgram(signal) });
  return (
    <Section title={t('logCheck.program.title')}>
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        {t('logCheck.program.about')}
      </Typography>
      {data === undefined ? (
        error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={160} />
        )
      ) : (
        <>
          <SmallTable<ProgramPart>
            title={t('logCheck.program.title')}
            rows={data.parts}
            keyOf={({ part }) => part}
            columns={[
              {
                key: 'part',
                label: t('logCheck.program.name'),
                cell: ({ part }) => t(`logCheck.program.part.${part}`),
              },
              { key: 'files', label: t('logCheck.program.files'), cell: ({ files }) => count(files) },
              {
                key: 'hash',
                label: t('logCheck.program.hash'),
                cell: ({ sha256 }) => (sha256 === null ? '–' : <Hash>{sha256}</Hash>),
              },
              {
                key: 'state',
                label: t('logCheck.program.stateName'),
                cell: ({ state }) => <StateChip tone={TONES[state]} label={t(`logCheck.program.state.${state}`)} />,
              },
            ]}
          />
          <Typography color="textSecondary" sx={{ mt: 1.5 }}>
            {data.published === null
              ? t('logCheck.program.notPublished', { checked: times.exact(data.checkedAtMs) })
              : t('logCheck.program.published', {
                  seq: data.published.seq,
                  at: times.exact(data.published.fromMs),
                  checked: times.exact(data.checkedAtMs),
                })}
          </Typography>
          {data.parts.some(({ part, sha256 }) => part === 'packages' && sha256 === null) ? (
            <Typography color="textSecondary">{t('logCheck.program.noPackages')}</Typography>
          ) : null}
        </>
      )}
    </Section>
  );
}

/** The whole hash, which wraps at any place, so that it can be compared and copied. */
function Hash({ children }: { children: string }) {
  return (
    <Typography component="code" variant="caption" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  );
}
