import { type ComponentType, lazy, Suspense } from 'react';
import { withWords } from '../language/spoken.ts';
import { useSession } from '../session/use-session.ts';

/** The words of messages are fetched for members alone; the app must not fall where they cannot be had. */
const MessageToasts = lazy<ComponentType<{ memberId: string; unread: number }>>(() =>
  withWords(['told'], () => import('./message-toasts.tsx'))
    .then(({ MessageToasts: Found }) => ({ default: Found }))
    .catch(() => ({ default: () => null })),
);

/** Stands on every screen: tells a member of new messages. */
export function MessageWatch() {
  const { me } = useSession();
  if (me === null) return null;
  return (
    <Suspense fallback={null}>
      <MessageToasts key={me.id} memberId={me.id} unread={me.unreadMessages} />
    </Suspense>
  );
}
