import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reportComplaints, type SubjectReport } from '../../api/members/formal-complaints.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { LoadingList } from '../../features/list/list-states.tsx';
import { Rows } from '../../features/list/rows.tsx';
import { DaySpanFields } from '../../features/list/span-fields.tsx';
import { BackLink } from '../../features/pages/back-link.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';

/** The formal complaints filed in a span of days, by subject: outcomes, delays and second looks. */
export function ComplaintReport() {
  const t = useText();
  const [span, setSpan] = useState({ from: '', to: '' });
  const { data, error, refetch } = useQuery({
    queryKey: ['formal-complaints', 'report', span],
    queryFn: ({ signal }) => reportComplaints(span, signal),
  });
  return (
    <Stack spacing={2}>
      <BackLink to="/formal-complaints">{t('formalComplaints.title')}</BackLink>
      <PageHead title={t('formalComplaints.report')} about={t('formalComplaints.reportAbout')} />
      <DaySpanFields
        label={t('formalComplaints.filed')}
        from={{ value: span.from, onChange: (from) => setSpan({ ...span, from }) }}
        to={{ value: span.to, onChange: (to) => setSpan({ ...span, to }) }}
      />
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <LoadingList columns={4} /> : null}
      {data === undefined ? null : (
        <Section title={t('formalComplaints.bySubject')}>
          <Table rows={data} />
          <Typography color="textSecondary">{t('formalComplaints.reportExport')}</Typography>
        </Section>
      )}
    </Stack>
  );
}

function Table({ rows }: { rows: readonly SubjectReport[] }) {
  const t = useText();
  const count = (
    key: Exclude<keyof SubjectReport, 'subject' | 'meanDays'>,
  ): Column<SubjectReport & { key: string }> => ({
    key,
    label: t(`formalComplaints.counts.${key}`),
    atEnd: true,
    cell: (row) => row[key],
  });
  return (
    <Rows
      title={t('formalComplaints.bySubject')}
      columns={[
        { key: 'subject', label: t('formalComplaints.subject'), cell: () => null },
        ...(['filed', 'upheld', 'partly', 'rejected', 'open', 'late', 'secondLooks'] as const).map(count),
        {
          key: 'meanDays',
          label: t('formalComplaints.counts.meanDays'),
          atEnd: true,
          cell: ({ meanDays }) => (meanDays === null ? '–' : meanDays.toFixed(1)),
        },
      ]}
      rows={rows.map((row) => ({ ...row, key: row.subject }))}
      nameOf={({ subject }) => t(`formalComplaints.subjects.${subject}`)}
    />
  );
}
