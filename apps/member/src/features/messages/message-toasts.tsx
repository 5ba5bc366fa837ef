import { useEffect, useRef } from 'react';
import { newestUnread } from '../../api/account/messages.ts';
import { say } from '../../ui/toast/toast.tsx';
import { closeOutbox } from '../desk/outbox.ts';
import { useOutbox } from '../desk/use-outbox.ts';
import { isMyAct } from './my-acts.ts';
import { useMessageText } from './use-message-text.ts';

const SHOWN_MS = 6000;

/** Shows each new message once as a toast, on every screen. */
export function MessageToasts({ memberId, unread }: { memberId: string; unread: number }) {
  // Sends what an earlier page could not send to the desk.
  useOutbox(memberId);
  useEffect(() => closeOutbox, []);
  const text = useMessageText();
  const before = useRef(unread);
  const notified = useRef<string | null>(null);
  const write = useRef(text);
  write.current = text;
  useEffect(() => {
    const more = unread > before.current;
    before.current = unread;
    if (!more) return;
    newestUnread()
      .then((message) => {
        if (message === null || message.id === notified.current) return;
        notified.current = message.id;
        if (!isMyAct(message)) say(write.current(message), SHOWN_MS);
      })
      // The unread mark shows the message anyway.
      .catch(() => undefined);
  }, [unread]);
  return null;
}
