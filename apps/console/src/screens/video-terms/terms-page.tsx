import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readVideoTerms, type VideoTerms } from '../../api/library/videos.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { Rows } from '../../features/list/rows.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { useMay } from '../../features/session/store.ts';
import { Fact, Facts } from '../../ui/fact.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SetTerms } from './set-terms.tsx';

type Terms = VideoTerms['now'];

/** The default terms for titles, now and in the last versions. */
export function TermsPage() {
  const t = useText();
  const may = useMay();
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['video-terms'],
    queryFn: ({ signal }) => readVideoTerms(signal),
  });
  return (
    <Stack spacing={2}>
      <PageHead title={t('terms.title')} about={t('terms.about')}>
        {data !== undefined && may('POST /api/console/video-terms') ? (
          <Button variant="contained" onClick={() => setOpen(true)}>
            {t('terms.change')}
          </Button>
        ) : null}
      </PageHead>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Stack role="status" aria-label={t('state.loading')}>
          <Skeleton height={160} />
        </Stack>
      ) : (
        <>
          <Now terms={data.now} />
          {data.before.length === 0 ? null : <Before all={data.before} />}
        </>
      )}
      {open && data !== undefined ? <SetTerms now={data.now} onClose={() => setOpen(false)} /> : null}
    </Stack>
  );
}

function Now({ terms }: { terms: Terms }) {
  const t = useText();
  const times = useTimes();
  const text = useTermsText();
  return (
    <Section title={t('terms.now')}>
      <Facts>
        <Fact label={t('videos.access')}>{text.access(terms)}</Fact>
        <Fact label={t('terms.start')}>{text.start(terms)}</Fact>
        <Fact label={t('terms.since')}>{terms.version === 0 ? t('terms.first') : times.exact(terms.atMs)}</Fact>
      </Facts>
    </Section>
  );
}

function Before({ all }: { all: readonly Terms[] }) {
  const t = useText();
  const times = useTimes();
  const text = useTermsText();
  return (
    <Section title={t('terms.before')}>
      <Rows<Terms>
        title={t('terms.before')}
        rows={all.map((terms) => ({ ...terms, key: String(terms.version) }))}
        nameOf={({ version }) => t('terms.version', { version })}
        columns={[
          { key: 'version', label: t('terms.versions'), cell: () => null },
          { key: 'access', label: t('videos.access'), cell: text.access },
          { key: 'start', label: t('terms.start'), cell: text.start },
          { key: 'at', label: t('terms.since'), cell: ({ atMs }) => times.minute(atMs) },
        ]}
      />
    </Section>
  );
}

function useTermsText() {
  const t = useText();
  const money = useMoney();
  return {
    access: ({ balanceMinor }: Terms) =>
      balanceMinor === null ? t('videos.mark.free') : t('videos.mark.balance', { amount: money(balanceMinor) }),
    start: ({ startMs }: Terms) => t('terms.seconds', { seconds: startMs / 1_000 }),
  };
}
