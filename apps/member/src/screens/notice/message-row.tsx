import ArrowDownLeft from 'lucide-react/icons/arrow-down-left';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Clock from 'lucide-react/icons/clock-3';
import CreditCard from 'lucide-react/icons/credit-card';
import IdCard from 'lucide-react/icons/id-card';
import KeyRound from 'lucide-react/icons/key-round';
import Mail from 'lucide-react/icons/mail';
import Question from 'lucide-react/icons/message-circle-question-mark';
import Conversation from 'lucide-react/icons/messages-square';
import Scale from 'lucide-react/icons/scale';
import CornerDownLeft from 'lucide-react/icons/undo-2';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Message } from '../../api/shared/types.ts';
import { lookOf, type MessageLook, placeOf } from '../../features/messages/message-kinds.ts';
import { useMessageText } from '../../features/messages/use-message-text.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import { UnreadDot } from '../../ui/unread/unread-dot.tsx';
import styles from './notice.module.css';

const SIGN = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

const SIGNS: Record<MessageLook, ReactNode> = {
  in: <ArrowDownLeft {...SIGN} />,
  out: <ArrowUpRight {...SIGN} />,
  wait: <Clock {...SIGN} />,
  bad: <CornerDownLeft {...SIGN} />,
  back: <CornerDownLeft {...SIGN} />,
  order: <Scale {...SIGN} />,
  key: <KeyRound {...SIGN} />,
  payee: <CreditCard {...SIGN} />,
  name: <IdCard {...SIGN} />,
  bet: <Question {...SIGN} />,
  desk: <Conversation {...SIGN} />,
  news: <Mail {...SIGN} />,
};

/** One message. A tap marks it as read and opens its page, if there is one. */
export function MessageRow({ message, onOpen }: { message: Message; onOpen(): void }) {
  const t = useTranslations('messages');
  const times = useTimes();
  const text = useMessageText();
  const look = lookOf(message);
  const leads = placeOf(message) !== null;
  const content = (
    <>
      <span className={styles.sign} data-look={look}>
        {SIGNS[look]}
      </span>
      <span className={styles.words}>
        <span className={message.read ? styles.read : styles.new}>{text(message)}</span>
        <span className={styles.time}>{times.clock(message.atMs)}</span>
      </span>
      {message.read ? null : <UnreadDot label={t('new')} className={styles.dot} />}
      {leads ? <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className={styles.pointing} /> : null}
    </>
  );
  return (
    <li>
      {leads || !message.read ? (
        <button type="button" className={styles.message} onClick={onOpen}>
          {content}
        </button>
      ) : (
        <div className={styles.message}>{content}</div>
      )}
    </li>
  );
}
