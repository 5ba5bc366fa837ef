import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { answerVisitor, closeVisitorThread, type FullVisitorThread } from '../../api/members/visitors.ts';
import { CloseConversation } from '../../features/conversations/close-conversation.tsx';
import { EntryBubble, EntryLog } from '../../features/conversations/entry-log.tsx';
import { ReplyBox } from '../../features/conversations/reply-box.tsx';
import { ThreadChip } from '../../features/conversations/thread-chip.tsx';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { BackLink } from '../../features/pages/back-link.tsx';
import { useMay } from '../../features/session/store.ts';
import { ShowPage } from '../../features/show/show-page.tsx';
import { memberLanguage } from '../../features/words/member-languages.ts';
import { Fact, Facts } from '../../ui/fact.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { RecoveryPanel } from './recovery-panel.tsx';
import { useLiveVisitor } from './use-visitor-news.ts';

type Thread = FullVisitorThread & { key: string };

/** One conversation with a visitor, the decision on their request, and the reply. */
export function VisitorShow() {
  return <ShowPage<FullVisitorThread>>{(thread) => <VisitorPage key={thread.key} thread={thread} />}</ShowPage>;
}

function VisitorPage({ thread }: { thread: Thread }) {
  const t = useText();
  const may = useMay();
  const mayWrite = may('POST /api/console/visitor-threads/{id}/answer');
  const mayClose = may('POST /api/console/visitor-threads/{id}/close');
  useLiveVisitor(thread.key);
  return (
    <Stack spacing={2}>
      <BackLink to="/visitors">{t('visitors.title')}</BackLink>
      <PageHead
        title={t('visitors.one', { number: thread.number })}
        about={`${t(`visitors.about.${thread.topic}`)} · ${thread.contact}`}
      >
        <ThreadChip thread={thread} />
        {thread.state === 'open' && mayClose ? (
          <CloseConversation about={t('visitors.closeAbout')} close={() => closeVisitorThread(thread.key)} />
        ) : null}
      </PageHead>
      {thread.recovery === null ? null : <RecoveryPanel id={thread.key} recovery={thread.recovery} />}
      <Section title={t('desk.said')}>
        <Entries thread={thread} />
      </Section>
      {mayWrite ? (
        <ReplyBox
          words="visitors"
          threadKey={thread.key}
          locale={thread.locale}
          isClosed={thread.state === 'closed'}
          send={(text, key) => answerVisitor(thread.key, text, key)}
        />
      ) : (
        <Alert severity="info" variant="outlined">
          {t('desk.readOnly')}
        </Alert>
      )}
      <About thread={thread} />
    </Stack>
  );
}

function Entries({ thread }: { thread: Thread }) {
  const t = useText();
  return (
    <EntryLog count={thread.said.length}>
      {thread.said.map(({ n, from, by, role, atMs, text }) => (
        <EntryBubble
          key={n}
          {...(from === 'house' ? { isHouse: true, author: by } : { isHouse: false, author: t('visitors.visitor') })}
          {...{ role, atMs, text }}
        />
      ))}
    </EntryLog>
  );
}

function About({ thread }: { thread: FullVisitorThread }) {
  const t = useText();
  const times = useTimes();
  return (
    <Section title={t('desk.aboutTitle')}>
      <Facts>
        <Fact label={t('visitors.contact')}>{thread.contact}</Fact>
        <Fact label={t('desk.language')}>{memberLanguage(thread.locale).name}</Fact>
        <Fact label={t('desk.opened')}>{times.exact(thread.openedAtMs)}</Fact>
      </Facts>
    </Section>
  );
}
