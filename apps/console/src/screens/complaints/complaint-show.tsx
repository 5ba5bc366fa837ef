import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { complaintsApi, type FullComplaint, type Complaint as ListedComplaint } from '../../api/members/complaints.ts';
import { DecisionPage } from '../../features/decision/decision-page.tsx';
import type { DecisionQueue } from '../../features/decision/decision-queue.ts';
import { NextItem } from '../../features/decision/next-item.tsx';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { useMay } from '../../features/session/store.ts';
import { ShowPage } from '../../features/show/show-page.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';
import { Section } from '../../ui/section.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { AnswerForm } from './answer-form.tsx';
import { BetSection } from './bet-section.tsx';
import { VerdictSection } from './verdict-section.tsx';

/** One question about a bet: the bet, its verdict, what the member wrote, and the answer. */
export function ComplaintShow() {
  return <ShowPage<FullComplaint>>{(complaint) => <Complaint key={complaint.key} complaint={complaint} />}</ShowPage>;
}

function Complaint({ complaint }: { complaint: FullComplaint & { key: string } }) {
  const t = useText();
  const times = useTimes();
  const may = useMay();
  const [isDecided, setIsDecided] = useState(false);
  const { bet, userName, drawId, state } = complaint;
  const isOpen = state === 'open';
  const mayAnswer = may('POST /api/console/members/{memberId}/complaints/{id}/answer');
  return (
    <DecisionPage
      back={{ to: '/complaints', name: t('complaints.title') }}
      title={t('complaints.draw', { draw: drawId })}
      about={t(isOpen ? 'complaints.inWords' : 'complaints.inWordsAnswered', {
        ...{ name: userName, lottery: bet?.lotteryName ?? drawId },
        due: times.distance(complaint.dueAtMs, Date.now()),
      })}
      state={<StateChip tone={isOpen ? 'wait' : 'good'} label={t(`complaints.state.${state}`)} />}
      member={{ id: complaint.memberId, userName }}
    >
      <Section title={t('complaints.said')}>
        <Said complaint={complaint} />
      </Section>
      {bet === null ? (
        <Alert severity="warning" variant="outlined">
          {t('complaints.betGone')}
        </Alert>
      ) : (
        <>
          <VerdictSection bet={bet} />
          <BetSection bet={bet} />
        </>
      )}
      {isOpen && mayAnswer ? <AnswerForm complaint={complaint} onDecided={() => setIsDecided(true)} /> : null}
      {mayAnswer && (isOpen || isDecided) ? (
        <NextItem queue={QUESTIONS} current={complaint.key} isDecided={isDecided} />
      ) : null}
      <Proof complaint={complaint} />
    </DecisionPage>
  );
}

/** Open questions, nearest deadline first. */
const QUESTIONS: DecisionQueue<ListedComplaint> = {
  page: 'complaints',
  api: complaintsApi,
  filter: { state: 'open' },
  isOpenTo: () => true,
  nameOf: ({ drawId, userName }) => `${drawId}, ${userName}`,
};

function Said({ complaint: { entries, userName, answeredBy } }: { complaint: FullComplaint }) {
  const t = useText();
  const times = useTimes();
  return (
    <Stack component="ol" spacing={1.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {entries.map(({ id, from, words, atMs }) => (
        <Box component="li" key={id}>
          <Typography variant="caption" color="textSecondary">
            {`${from === 'member' ? userName : (answeredBy ?? t('complaints.house'))} · ${times.minute(atMs)}`}
          </Typography>
          <Typography dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {words}
          </Typography>
        </Box>
      ))}
    </Stack>
  );
}

/** The evidence as it was stored with the question, behind a click. */
function Proof({ complaint }: { complaint: FullComplaint }) {
  const t = useText();
  const times = useTimes();
  return (
    <Section title={t('complaints.proof')}>
      <Box component="details">
        <Box component="summary" sx={{ cursor: 'pointer' }}>
          {t('complaints.evidence')}
        </Box>
        <Stack spacing={2} sx={{ mt: 2 }}>
          <Facts>
            <Fact label={t('complaints.slip')}>{complaint.slipId}</Fact>
            <Fact label={t('complaints.asked')}>{times.exact(complaint.askedAtMs)}</Fact>
            <Fact label={t('complaints.due')}>{times.exact(complaint.dueAtMs)}</Fact>
            <Fact label={t('complaints.receiptHash')}>{complaint.receiptHash}</Fact>
            <Fact label={t('complaints.evidenceHash')}>{complaint.evidenceHash}</Fact>
          </Facts>
          <Box
            component="pre"
            tabIndex={0}
            sx={{
              overflow: 'auto',
              maxHeight: 320,
              p: 1.5,
              m: 0,
              bgcolor: 'action.hover',
              borderRadius: 1,
              fontSize: 12,
            }}
          >
            {pretty(complaint.evidence)}
          </Box>
        </Stack>
      </Box>
    </Section>
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
