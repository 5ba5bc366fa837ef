import { lazy, Suspense } from 'react';
import { useSession } from '../session/use-session.ts';

/** The words of messages are fetched for members alone. */
const MessageToasts = lazy(async () => ({ default: (await import('./message-toasts.tsx')).MessageToasts }));

/** Stands on every screen: tells a member of new messages. */
export function MessageWatch() {
  const { me } = useSession();
  if (me === null) return null;
  return (
    <Suspense fallback={null}>
      <MessageToasts key={me.id} unread={me.unreadMessages} />
    </Suspense>
  );
}
