import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import { evidenceAddress, type FullHostReport } from '../../api/library/host-reports.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { MemberLink } from '../../features/members/member-link.tsx';
import { BackLink } from '../../features/pages/back-link.tsx';
import { useMay } from '../../features/session/store.ts';
import { ShowPage } from '../../features/show/show-page.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { DecideForm } from './decide-form.tsx';
import { OutcomeChip } from './outcome-chip.tsx';

/** One report with its evidence, and the decision. */
export function ReportShow() {
  return <ShowPage<FullHostReport>>{(report) => <Report report={report} />}</ShowPage>;
}

function Report({ report }: { report: FullHostReport & { key: string } }) {
  const t = useText();
  const may = useMay();
  const { outcome, answer, key } = report;
  const mayDecide = may('POST /api/console/members/{memberId}/host-reports/{id}/decide');
  return (
    <Stack spacing={2}>
      <BackLink to="/host-reports">{t('reports.title')}</BackLink>
      <PageHead title={report.hostName || t('reports.removedHost')} about={t(`reports.about.${report.reason}`)}>
        <OutcomeChip outcome={outcome} />
      </PageHead>
      {report.hid && outcome === null ? (
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
      {outcome === null ? (
        mayDecide ? (
          <DecideForm report={report} />
        ) : (
          <Alert severity="info" variant="outlined">
            {t('reports.readOnly')}
          </Alert>
        )
      ) : (
        <Section title={t('reports.answered')}>
          <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{answer}</Typography>
        </Section>
      )}
    </Stack>
  );
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
  const may = useMay();
  const { hostId, hostName, memberId, atMs, decidedAtMs, decidedBy, others, hostIsShown } = report;
  return (
    <Section title={t('reports.facts')}>
      <Facts>
        <Fact label={t('reports.host')}>
          {may('GET /api/console/hosts/{id}') ? (
            <Link component={RouterLink} to={`/hosts/${hostId}/show`}>
              {hostName || t('reports.removedHost')}
            </Link>
          ) : (
            hostName
          )}
        </Fact>
        <Fact label={t('reports.profile')}>{t(hostIsShown ? 'reports.isShown' : 'reports.isNotShown')}</Fact>
        <Fact label={t('reports.others')}>{others}</Fact>
        <Fact label={t('reports.member')}>
          <MemberLink memberId={memberId} />
        </Fact>
        <Fact label={t('reports.at')}>{times.exact(atMs)}</Fact>
        {decidedAtMs === null ? null : (
          <Fact label={t('reports.decided')}>{`${decidedBy ?? '–'} · ${times.exact(decidedAtMs)}`}</Fact>
        )}
      </Facts>
    </Section>
  );
}
