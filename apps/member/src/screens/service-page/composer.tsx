import { submitsByEnter } from '@tercet/contract/words.ts';
import Paperclip from 'lucide-react/icons/paperclip';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import { useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { reportTyping } from '../../api/house/desk.ts';
import type { DeskThread } from '../../api/shared/types.ts';
import { enqueue } from '../../features/desk/outbox.ts';
import { useMemberId } from '../../features/session/use-session.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './composer.module.css';
import { keepDraft, storedDraft } from './drafts.ts';
import { faultOfText } from './text-fault.ts';

/** Minimum time between typing events; less than the time for which they are shown. */
const TYPING_MS = 4_000;
const FILE_BYTES_MAX = 4 * 1_024 * 1_024;

type Fault = 'long' | 'full' | 'tooLarge' | null;

/** Input for a message to the desk. Messages sent offline are queued and shown in the conversation. */
export function Composer({ thread: { id } }: { thread: DeskThread }) {
  const t = useTranslations('desk');
  const memberId = useMemberId();
  const area = useRef<HTMLTextAreaElement>(null);
  const reportedAt = useRef(0);
  const [words, setWords] = useState(() => storedDraft(memberId, id));
  const [fault, setFault] = useState<Fault>(null);
  const fieldId = useId();
  const isEmpty = words.trim() === '';

  function write(next: string): void {
    setWords(next);
    setFault(null);
    keepDraft(memberId, id, next);
    if (next.trim() === '' || Date.now() - reportedAt.current < TYPING_MS) return;
    reportedAt.current = Date.now();
    // Typing events are not essential.
    reportTyping(id).catch(() => undefined);
  }

  function send(): void {
    area.current?.focus();
    const wrong = faultOfText(words);
    if (wrong === 'empty') return;
    if (wrong !== null) setFault(wrong);
    else if (enqueue({ threadId: id, words: words.trim() }) === null) setFault('full');
    else {
      setWords('');
      keepDraft(memberId, id, '');
      reportedAt.current = 0;
    }
  }

  function attach(file: File): void {
    if (file.size > FILE_BYTES_MAX) setFault('tooLarge');
    else setFault(enqueue({ threadId: id, file }) === null ? 'full' : null);
  }

  return (
    <form
      className={styles.composer}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {fault === null ? null : (
        <p id={`${fieldId}-fault`} className={styles.fault} role="alert">
          {t(`fault.${fault}`)}
        </p>
      )}
      <div className={styles.line}>
        <Attach onFile={attach} />
        <textarea
          ref={area}
          id={fieldId}
          rows={1}
          dir="auto"
          className={styles.field}
          aria-label={t('words')}
          placeholder={t('placeholder')}
          value={words}
          aria-invalid={fault === null ? undefined : true}
          aria-describedby={fault === null ? undefined : `${fieldId}-fault`}
          enterKeyHint="send"
          onChange={({ target }) => write(target.value)}
          onKeyDown={(event) => {
            if (!submitsByEnter(event.nativeEvent, 'enter')) return;
            event.preventDefault();
            send();
          }}
        />
        <button type="submit" className={styles.send} aria-disabled={isEmpty}>
          <span className="visually-hidden">{t('send')}</span>
          <SendHorizontal size={22} strokeWidth={1.75} aria-hidden="true" className={styles.pointing} />
        </button>
      </div>
    </form>
  );
}

function Attach({ onFile }: { onFile(file: File): void }) {
  const t = useTranslations('desk');
  const id = useId();
  return (
    <div className={styles.attach}>
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp,application/pdf"
        className={classNames('visually-hidden', styles.input)}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Allows choosing the same file again.
          target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
      <label htmlFor={id} className={styles.attachLabel} title={t('attach')}>
        <span className="visually-hidden">{t('attach')}</span>
        <Paperclip size={22} strokeWidth={1.75} aria-hidden="true" />
      </label>
    </div>
  );
}
