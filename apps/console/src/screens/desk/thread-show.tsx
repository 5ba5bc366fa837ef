import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { answerThread, closeThread, type FullThread, reportTyping } from '../../api/members/desk.ts';
import { CloseConversation } from '../../features/conversations/close-conversation.tsx';
import { ReplyBox } from '../../features/conversations/reply-box.tsx';
import { ThreadChip } from '../../features/conversations/thread-chip.tsx';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { HostName } from '../../features/members/host-name.tsx';
import { MemberName } from '../../features/members/member-name.tsx';
import { NotesPart } from '../../features/members/notes-part.tsx';
import { BackLink } from '../../features/pages/back-link.tsx';
import { useMay } from '../../features/session/store.ts';
import { ShowPage } from '../../features/show/show-page.tsx';
import { memberLanguage } from '../../features/words/member-languages.ts';
import { Fact, Facts } from '../../ui/fact.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { BookingPart } from './booking-part.tsx';
import { Entries } from './entries.tsx';
import { HandlingSection } from './handling-section.tsx';
import { LiveLine } from './list-news.tsx';
import { useLiveThread } from './use-live-thread.ts';
import { useReadMark } from './use-read-mark.ts';

/** One conversation with a member, and the reply. */
export function ThreadShow() {
  return <ShowPage<FullThread>>{(thread) => <ThreadPage key={thread.key} thread={thread} />}</ShowPage>;
}

function ThreadPage({ thread }: { thread: FullThread & { key: string } }) {
  const t = useText();
  const may = useMay();
  const mayWrite = may('POST /api/console/members/{memberId}/desk/{id}/answer');
  const { typist, isLive } = useLiveThread(thread.key);
  useReadMark(thread, may('POST /api/console/members/{memberId}/desk/{id}/read'));
  return (
    <Stack spacing={2}>
      <BackLink to="/desk">{t('desk.title')}</BackLink>
      <PageHead title={thread.userName} about={t(`desk.about.${thread.subject}`)}>
        <LiveLine text={isLive ? '' : t('desk.notLive')} />
        <ThreadChip thread={thread} />
        {thread.state === 'open' && mayWrite ? (
          <CloseConversation about={t('desk.closeAbout')} close={() => closeThread(thread.key)} />
        ) : null}
      </PageHead>
      <Box
        sx={{
          ...{ display: 'grid', gap: 2, alignItems: 'start' },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 300px' },
        }}
      >
        <Stack spacing={2} sx={{ minWidth: 0 }}>
          {thread.booking === null ? null : <BookingPart memberId={thread.memberId} booking={thread.booking} />}
          <Section title={t('desk.said')}>
            <Entries thread={thread} typist={typist} />
          </Section>
          {mayWrite ? (
            <ReplyBox
              words="desk"
              threadKey={thread.key}
              locale={thread.locale}
              values={{ name: thread.userName }}
              isClosed={thread.state === 'closed'}
              send={(text, key) => answerThread(thread.key, text, key)}
              onTyping={() => void reportTyping(thread.key).catch(() => {})}
            />
          ) : (
            <Alert severity="info" variant="outlined">
              {t('desk.readOnly')}
            </Alert>
          )}
        </Stack>
        <Stack spacing={2} sx={{ minWidth: 0 }}>
          <HandlingSection thread={thread} />
          <About thread={thread} />
          <Notes memberId={thread.memberId} />
        </Stack>
      </Box>
    </Stack>
  );
}

function About({ thread }: { thread: FullThread }) {
  const t = useText();
  const times = useTimes();
  const { locale, hostId, hostName, rating, firstAnsweredAtMs } = thread;
  return (
    <Section title={t('desk.aboutTitle')}>
      <Facts>
        <Fact label={t('desk.member')}>
          <MemberName memberId={thread.memberId} name={thread.userName} />
        </Fact>
        <Fact label={t('desk.language')}>{locale === null ? t('desk.noLanguage') : memberLanguage(locale).name}</Fact>
        <Fact label={t('desk.opened')}>{times.minute(thread.openedAtMs)}</Fact>
        <Fact label={t('desk.firstAnswer')}>
          {firstAnsweredAtMs === null
            ? t('desk.noAnswerYet')
            : t('desk.firstAnswerAfter', { time: times.span(firstAnsweredAtMs - thread.openedAtMs) })}
        </Fact>
        {rating === null ? null : (
          <Fact label={t('desk.rating')}>
            {t('desk.stars', { stars: rating.stars })}
            {rating.words === '' ? null : <Typography dir="auto">{rating.words}</Typography>}
          </Fact>
        )}
        {hostId === null ? null : (
          <Fact label={t('desk.host')}>
            <HostName hostId={hostId} name={hostName ?? ''} />
          </Fact>
        )}
      </Facts>
    </Section>
  );
}

/** Notes of staff about the member, read when they are opened, since each read is logged. */
function Notes({ memberId }: { memberId: string }) {
  const t = useText();
  const may = useMay();
  const [isOpen, setIsOpen] = useState(false);
  if (!may('GET /api/console/members/{memberId}/notes')) return null;
  return (
    <Section title={t('desk.notes')}>
      {isOpen ? (
        <NotesPart memberId={memberId} />
      ) : (
        <Button variant="outlined" onClick={() => setIsOpen(true)}>
          {t('desk.showNotes')}
        </Button>
      )}
    </Section>
  );
}
