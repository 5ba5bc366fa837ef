import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import {
  evidenceAddress,
  type FullHostReport,
  type HostReport,
  hostReportsApi,
} from '../../api/library/host-reports.ts';
import { DecisionPage } from '../../features/decision/decision-page.tsx';
import type { DecisionQueue } from '../../features/decision/decision-queue.ts';
import { NextItem } from '../../features/decision/next-item.tsx';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { HostName } from '../../features/members/host-name.tsx';
import { useMay } from '../../features/session/store.ts';
import { ShowPage } from '../../features/show/show-page.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';
import { Section } from '../../ui/section.tsx';
import { DecideForm } from './decide-form.tsx';
import { OutcomeChip } from './outcome-chip.tsx';

/** One report: its member, the words and evidence, facts, and the decision. */
export function ReportShow() {
  return <ShowPage<FullHostReport>>{(report) => <Report key={report.key} report={report} />}</ShowPage>;
}

function Report({ report }: { report: FullHostReport & { key: string } }) {
  const t = useText();
  const may = useMay();
  const queue = useReportQueue();
  const [isDecided, setIsDecided] = useState(false);
  const { outcome, key, memberId, userName } = report;
  const isOpen = outcome === null;
  const mayDecide = may('POST /api/console/members/{memberId}/host-reports/{id}/decide');
  return (
    <DecisionPage
      back={{ to: '/host-reports', name: t('reports.title') }}
      title={report.hostName || t('reports.removedHost')}
      about={t('reports.inWords', { name: userName, reason: t(`reports.about.${report.reason}`) })}
      state={<OutcomeChip outcome={outcome} />}
      member={{ id: memberId, userName }}
    >
      {report.hid && isOpen ? (
        <Alert severity="warning" variant="outlined">
          {t('reports.hidden')}
        </Alert>
      ) : null}
      <Section title={t('reports.words')}>
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} dir="auto">
          {report.words}
        </Typography>
        <Evidence reportKey={key} pictures={report.pictures} />
      </Section>
      <ReportFacts report={report} />
      {isOpen && mayDecide ? <DecideForm report={report} onDecided={() => setIsDecided(true)} /> : null}
      {isOpen && !mayDecide ? (
        <Alert severity="info" variant="outlined">
          {t('reports.readOnly')}
        </Alert>
      ) : null}
      {isOpen ? null : (
        <Section title={t('reports.answered')}>
          <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{report.answer}</Typography>
        </Section>
      )}
      {mayDecide && (isOpen || isDecided) ? <NextItem queue={queue} current={key} isDecided={isDecided} /> : null}
    </DecisionPage>
  );
}

/** Reports that wait: those that hide a profile first. */
function useReportQueue(): DecisionQueue<HostReport> {
  const t = useText();
  return {
    page: 'host-reports',
    api: hostReportsApi,
    filter: { state: 'waiting' },
    isOpenTo: () => true,
    nameOf: ({ hostName, reason }) => `${hostName || t('reports.removedHost')}, ${t(`reports.about.${reason}`)}`,
  };
}

/** Each view of a picture is logged. */
function Evidence({ reportKey, pictures }: { reportKey: string; pictures: number }) {
  const t = useText();
  if (pictures === 0) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 2 }}>
      {Array.from({ length: pictures }, (_, at) => at + 1).map((n) => (
        <a key={n} href={evidenceAddress(reportKey, n)} target="_blank" rel="noreferrer">
          <img
            src={evidenceAddress(reportKey, n)}
            alt={t('reports.picture', { number: n })}
            style={{ display: 'block', maxInlineSize: '100%', maxBlockSize: 260, borderRadius: 8 }}
          />
        </a>
      ))}
    </Box>
  );
}

function ReportFacts({ report }: { report: FullHostReport }) {
  const t = useText();
  const times = useTimes();
  const { hostId, hostName, atMs, decidedAtMs, decidedBy, others, hostIsShown } = report;
  return (
    <Section title={t('reports.facts')}>
      <Facts>
        <Fact label={t('reports.host')}>
          <HostName hostId={hostId} name={hostName} />
        </Fact>
        <Fact label={t('reports.profile')}>{t(hostIsShown ? 'reports.isShown' : 'reports.isNotShown')}</Fact>
        <Fact label={t('reports.others')}>{others}</Fact>
        <Fact label={t('reports.at')}>{times.exact(atMs)}</Fact>
        {decidedAtMs === null ? null : (
          <Fact label={t('reports.decided')}>{`${decidedBy ?? '–'} · ${times.exact(decidedAtMs)}`}</Fact>
        )}
      </Facts>
    </Section>
  );
}
