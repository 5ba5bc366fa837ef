import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import {
  type FormalComplaint,
  type FullFormalComplaint,
  formalComplaintsApi,
  isDataRequest,
} from '../../api/members/formal-complaints.ts';
import { DecisionPage } from '../../features/decision/decision-page.tsx';
import type { DecisionQueue } from '../../features/decision/decision-queue.ts';
import { NextItem } from '../../features/decision/next-item.tsx';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { useMay } from '../../features/session/store.ts';
import { ShowPage } from '../../features/show/show-page.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';
import { Section } from '../../ui/section.tsx';
import { ExtendForm } from './extend-form.tsx';
import { FinalAnswer } from './final-answer.tsx';
import { FormalStage } from './formal-stage.tsx';
import { ReplyForm } from './reply-form.tsx';

/** One formal complaint: facts, all texts, a reply, and the final answer. */
export function FormalShow() {
  return <ShowPage<FullFormalComplaint>>{(one) => <Whole key={one.key} complaint={one} />}</ShowPage>;
}

function Whole({ complaint }: { complaint: FullFormalComplaint & { key: string } }) {
  const t = useText();
  const times = useTimes();
  const may = useMay();
  const [isDecided, setIsDecided] = useState(false);
  const { number, userName, subject, dueAtMs, stage } = complaint;
  const isData = isDataRequest(complaint);
  const isOpen = dueAtMs !== null;
  const mayAnswer = may('POST /api/console/members/{memberId}/formal-complaints/{id}/answer');
  const about = { name: userName, subject: t(`formalComplaints.subjects.${subject}`) };
  return (
    <DecisionPage
      back={{ to: '/formal-complaints', name: t('formalComplaints.title') }}
      title={t(isData ? 'formalComplaints.request' : 'formalComplaints.one', { number })}
      about={
        dueAtMs === null
          ? t(isData ? 'formalComplaints.requestDone' : 'formalComplaints.inWordsDone', about)
          : t(isData ? 'formalComplaints.requestInWords' : 'formalComplaints.inWords', {
              ...about,
              due: times.distance(dueAtMs, Date.now()),
            })
      }
      state={<FormalStage complaint={complaint} />}
      member={{ id: complaint.memberId, userName }}
    >
      <Section title={t('complaints.said')}>
        <Said complaint={complaint} />
      </Section>
      {isOpen && mayAnswer ? <ReplyForm complaint={complaint} /> : null}
      {mayExtend(complaint) && mayAnswer ? <ExtendForm complaint={complaint} /> : null}
      {isOpen && mayAnswer ? (
        <FinalAnswer key={stage} complaint={complaint} onDecided={() => setIsDecided(true)} />
      ) : null}
      {mayAnswer && (isOpen || isDecided) ? (
        <NextItem queue={COMPLAINTS} current={complaint.key} isDecided={isDecided} />
      ) : null}
      <Dates complaint={complaint} />
    </DecisionPage>
  );
}

/** True for a request about data that staff may extend: not answered, not extended, and in its first month. */
function mayExtend(one: FullFormalComplaint): boolean {
  const isFirst = one.stage === 'received' || one.stage === 'review';
  return isDataRequest(one) && isFirst && one.extendedAtMs === null && Date.now() < one.answerDueAtMs;
}

/** Open complaints, nearest deadline first. */
const COMPLAINTS: DecisionQueue<FormalComplaint> = {
  page: 'formal-complaints',
  api: formalComplaintsApi,
  filter: { state: 'open', sort: 'due' },
  isOpenTo: () => true,
  nameOf: ({ number, userName }) => `${number}, ${userName}`,
};

function Said({ complaint: { entries, userName } }: { complaint: FullFormalComplaint }) {
  const t = useText();
  const times = useTimes();
  return (
    <Stack component="ol" spacing={1.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {entries.map(({ id, kind, staff, words, atMs }) => (
        <Box component="li" key={id}>
          <Typography variant="caption" color="textSecondary">
            {`${staff ?? userName} · ${times.minute(atMs)}`}
            {kind === 'answer' ? ` · ${t('formalComplaints.answer')}` : ''}
          </Typography>
          <Typography dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {words}
          </Typography>
        </Box>
      ))}
    </Stack>
  );
}

function Dates({ complaint }: { complaint: FullFormalComplaint }) {
  const t = useText();
  const times = useTimes();
  const { filedAtMs, dueAtMs, answerDueAtMs, extendedAtMs, answeredAtMs, closedAtMs, outcome } = complaint;
  return (
    <Section title={t('formalComplaints.dates')}>
      <Facts>
        <Fact label={t('formalComplaints.filed')}>{times.exact(filedAtMs)}</Fact>
        {dueAtMs === null ? null : <Fact label={t('formalComplaints.due')}>{times.exact(dueAtMs)}</Fact>}
        <Fact label={t('formalComplaints.answerDue')}>{times.exact(answerDueAtMs)}</Fact>
        {extendedAtMs === null ? null : <Fact label={t('formalComplaints.extended')}>{times.exact(extendedAtMs)}</Fact>}
        {answeredAtMs === null ? null : <Fact label={t('formalComplaints.answered')}>{times.exact(answeredAtMs)}</Fact>}
        {closedAtMs === null ? null : <Fact label={t('formalComplaints.closed')}>{times.exact(closedAtMs)}</Fact>}
        {outcome === null ? null : (
          <Fact label={t('formalComplaints.outcome')}>
            {t(
              isDataRequest(complaint)
                ? `formalComplaints.requestOutcomes.${outcome}`
                : `formalComplaints.outcomes.${outcome}`,
            )}
          </Fact>
        )}
      </Facts>
    </Section>
  );
}
