import { deferred } from '../../ui/deferred.tsx';
import { withWords } from '../language/active-language.ts';
import { useSession } from '../session/use-session.ts';

/** The words of messages are fetched for members alone. */
const MessageToasts = deferred<{ memberId: string; unread: number }>(
  () => withWords(['told'], async () => (await import('./message-toasts.tsx')).MessageToasts),
  // The mark at Mine tells of them all the same.
  { isWanted: () => false },
);

/** Stands on every screen: tells a member of new messages. */
export function MessageWatch() {
  const { me } = useSession();
  return me === null ? null : <MessageToasts key={me.id} memberId={me.id} unread={me.unreadMessages} />;
}
