import { useEffect } from 'react';
import { deferred } from '../../ui/deferred.tsx';
import { withWords } from '../language/active-language.ts';
import { useSession } from '../session/use-session.ts';
import { showAppBadge } from './app-badge.ts';

/** Loads the texts of messages only for members. */
const MessageToasts = deferred<{ memberId: string; unread: number }>(
  () => withWords(['told'], async () => (await import('./message-toasts.tsx')).MessageToasts),
  // The badge on Mine counts the messages anyway.
  { isInvisible: true },
);

/** Mounted on every screen: shows new messages as toasts, and their number on the app's icon. */
export function MessageWatch() {
  const { me, status } = useSession();
  const unread = me?.unreadMessages ?? 0;
  useEffect(() => {
    if (status !== 'unknown') void showAppBadge(unread);
  }, [status, unread]);
  return me === null ? null : <MessageToasts key={me.id} memberId={me.id} unread={me.unreadMessages} />;
}
