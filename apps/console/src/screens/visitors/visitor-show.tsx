import Alert from '@mui/material/Alert';
import { useState } from 'react';
import {
  answerVisitor,
  closeVisitorThread,
  type FullVisitorThread,
  type Recovery,
  type VisitorThread,
  visitorsApi,
} from '../../api/members/visitors.ts';
import { CloseConversation } from '../../features/conversations/close-conversation.tsx';
import { EntryBubble, EntryLog } from '../../features/conversations/entry-log.tsx';
import { ReplyBox } from '../../features/conversations/reply-box.tsx';
import { ThreadChip } from '../../features/conversations/thread-chip.tsx';
import { DecisionPage } from '../../features/decision/decision-page.tsx';
import type { DecisionQueue } from '../../features/decision/decision-queue.ts';
import { NextItem } from '../../features/decision/next-item.tsx';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { useMay } from '../../features/session/store.ts';
import { ShowPage } from '../../features/show/show-page.tsx';
import { memberLanguage } from '../../features/words/member-languages.ts';
import { Fact, Facts } from '../../ui/fact.tsx';
import { Section } from '../../ui/section.tsx';
import { DecideBar } from './decide-bar.tsx';
import { possibleDecisions } from './possible-decisions.ts';
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
  const mayClose = may('POST /api/console/visitor-threads/{id}/close');
  const { recovery, number } = thread;
  const member =
    recovery === null || recovery.memberId === null
      ? null
      : {
          ...{ id: recovery.memberId, userName: recovery.account?.userName ?? recovery.userName },
          isNameHidden: true,
        };
  useLiveVisitor(thread.key);
  return (
    <DecisionPage
      back={{ to: '/visitors', name: t('visitors.title') }}
      title={t('visitors.one', { number })}
      about={`${t(`visitors.about.${thread.topic}`)} · ${thread.contact}`}
      state={
        <>
          <ThreadChip thread={thread} />
          {thread.state === 'open' && mayClose ? (
            <CloseConversation about={t('visitors.closeAbout')} close={() => closeVisitorThread(thread.key)} />
          ) : null}
        </>
      }
      member={member}
    >
      {recovery === null ? null : <RecoveryPanel recovery={recovery} />}
      <Section title={t('desk.said')}>
        <Entries thread={thread} />
      </Section>
      {recovery === null ? null : <RecoveryDecision thread={thread} recovery={recovery} />}
      <Reply thread={thread} />
      <About thread={thread} />
    </DecisionPage>
  );
}

/** The choices on a request, and the next request that waits. */
function RecoveryDecision({ thread, recovery }: { thread: Thread; recovery: Recovery }) {
  const may = useMay();
  const [isDecided, setIsDecided] = useState(false);
  const isOpen = possibleDecisions(recovery).refuse;
  const mayDecide = may('POST /api/console/visitor-threads/{id}/decide');
  return (
    <>
      <DecideBar id={thread.key} recovery={recovery} onDecided={() => setIsDecided(true)} />
      {mayDecide && (isOpen || isDecided) ? (
        <NextItem queue={RECOVERIES} current={thread.key} isDecided={isDecided} />
      ) : null}
    </>
  );
}

/** Requests for a new password that wait for a decision. */
const RECOVERIES: DecisionQueue<VisitorThread> = {
  page: 'visitors',
  api: visitorsApi,
  filter: { topic: 'recovery' },
  isOpenTo: ({ recoveryState }) => recoveryState === 'waiting',
  nameOf: ({ number, contact }) => `${number}, ${contact}`,
};

function Reply({ thread }: { thread: Thread }) {
  const t = useText();
  const may = useMay();
  if (!may('POST /api/console/visitor-threads/{id}/answer')) {
    return (
      <Alert severity="info" variant="outlined">
        {t('desk.readOnly')}
      </Alert>
    );
  }
  return (
    <ReplyBox
      words="visitors"
      threadKey={thread.key}
      locale={thread.locale}
      values={{ number: thread.number }}
      isClosed={thread.state === 'closed'}
      send={(text, key) => answerVisitor(thread.key, text, key)}
    />
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
