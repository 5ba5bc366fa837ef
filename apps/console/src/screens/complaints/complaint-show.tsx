import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { FullComplaint } from '../../api/members/complaints.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { MemberLink } from '../../features/members/member-link.tsx';
import { BackLink } from '../../features/pages/back-link.tsx';
import { useMay } from '../../features/session/store.ts';
import { ShowPage } from '../../features/show/show-page.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { AnswerForm } from './answer-form.tsx';

/** One complaint with its messages, the stored proof and the answer. */
export function ComplaintShow() {
  return <ShowPage<FullComplaint>>{(complaint) => <Complaint complaint={complaint} />}</ShowPage>;
}

function Complaint({ complaint }: { complaint: FullComplaint & { key: string } }) {
  const t = useText();
  const times = useTimes();
  const may = useMay();
  const isOpen = complaint.state === 'open';
  const mayAnswer = may('POST /api/console/members/{memberId}/complaints/{id}/answer');
  return (
    <Stack spacing={2}>
      <BackLink to="/complaints">{t('complaints.title')}</BackLink>
      <PageHead title={t('complaints.draw', { draw: complaint.drawId })}>
        <StateChip tone={isOpen ? 'wait' : 'good'} label={t(`complaints.state.${complaint.state}`)} />
      </PageHead>
      <Section title={t('complaints.said')}>
        <Stack component="ol" spacing={1.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {complaint.entries.map(({ id, from, words, atMs }) => (
            <Box component="li" key={id}>
              <Typography variant="caption" color="textSecondary">
                {`${from === 'member' ? t('complaints.member') : (complaint.answeredBy ?? t('complaints.house'))} · ${times.minute(atMs)}`}
              </Typography>
              <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{words}</Typography>
            </Box>
          ))}
        </Stack>
      </Section>
      {isOpen && mayAnswer ? <AnswerForm complaintKey={complaint.key} /> : null}
      <Section title={t('complaints.proof')}>
        <Facts>
          <Fact label={t('complaints.slip')}>{complaint.slipId}</Fact>
          <Fact label={t('complaints.memberId')}>
            <MemberLink memberId={complaint.memberId} />
          </Fact>
          <Fact label={t('complaints.asked')}>{times.exact(complaint.askedAtMs)}</Fact>
          <Fact label={t('complaints.due')}>{times.exact(complaint.dueAtMs)}</Fact>
          <Fact label={t('complaints.receiptHash')}>{complaint.receiptHash}</Fact>
          <Fact label={t('complaints.evidenceHash')}>{complaint.evidenceHash}</Fact>
        </Facts>
        <Box component="details" sx={{ mt: 2 }}>
          <Box component="summary" sx={{ cursor: 'pointer' }}>
            {t('complaints.evidence')}
          </Box>
          <Box
            component="pre"
            tabIndex={0}
            sx={{ overflow: 'auto', maxHeight: 320, p: 1.5, bgcolor: 'action.hover', borderRadius: 1, fontSize: 12 }}
          >
            {pretty(complaint.evidence)}
          </Box>
        </Box>
      </Section>
    </Stack>
  );
}

/** Indents stored JSON for reading. Any other text is returned unchanged. */
function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
