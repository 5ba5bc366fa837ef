import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Navigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { threadQuery } from '../../api/house/desk.ts';
import type { DeskThread } from '../../api/shared/types.ts';
import { onOutbox, openedThread } from '../../features/desk/outbox.ts';
import { useOutbox } from '../../features/desk/use-outbox.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { paths } from '../../paths.ts';
import { Screen } from '../../ui/screen/screen.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { Composer } from './composer.tsx';
import { ConversationMenu } from './conversation-menu.tsx';
import { Entries } from './entries.tsx';
import { ThreadBooking } from './thread-booking.tsx';
import { useMarkRead } from './use-mark-read.ts';

interface ConversationProps {
  /** Id of the conversation, or the outbox key of one that is not sent yet. */
  id: string;
  memberId: string;
}

/** One conversation with the desk, updated live. */
export function Conversation({ id, memberId }: ConversationProps) {
  const client = useQueryClient();
  const outbox = useOutbox(memberId);
  const opened = useSyncExternalStore(onOutbox, () => openedThread(id));
  const opening = outbox.find(({ key, threadId }) => key === id && threadId === null);
  const waits = opening !== undefined || opened !== null;
  const { data, error, refetch } = useQuery({ ...threadQuery(client, id), enabled: !waits });
  useMarkRead(data);
  if (opened !== null) return <Navigate to={paths.servicePage({ id: opened })} replace />;
  if (opening !== undefined) {
    return (
      <Frame subject={opening.opening?.subject ?? 'other'}>
        <Entries thread={null} waiting={[opening]} />
      </Frame>
    );
  }
  if (data === undefined) {
    return (
      <Frame subject={null}>
        {error === null ? <Skeleton blocks={[72, 96, 72]} /> : <Failed error={error} onRetry={() => void refetch()} />}
      </Frame>
    );
  }
  const own = outbox.filter(({ threadId }) => threadId === data.id);
  return (
    <Frame subject={data.subject} thread={data}>
      {data.subject === 'host' ? <ThreadBooking thread={data} /> : null}
      <Entries thread={data} waiting={own} />
    </Frame>
  );
}

interface FrameProps {
  subject: DeskThread['subject'] | null;
  thread?: DeskThread;
  children: React.ReactNode;
}

function Frame({ subject, thread, children }: FrameProps) {
  const t = useTranslations();
  return (
    <Screen
      title={subject === null ? t('titles.servicePage') : t(`desk.subject.${subject}`)}
      back={paths.servicePage({ desk: true })}
      action={thread === undefined ? undefined : <ConversationMenu thread={thread} />}
      foot={thread === undefined ? undefined : <Composer thread={thread} />}
    >
      {children}
    </Screen>
  );
}
