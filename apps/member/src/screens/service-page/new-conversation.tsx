import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import type { DeskThread } from '../../api/shared/types.ts';
import { SuggestedAnswers } from '../../features/desk/common-questions.tsx';
import { enqueue } from '../../features/desk/outbox.ts';
import { useOutbox } from '../../features/desk/use-outbox.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { TextArea } from '../../ui/field/text-area.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Segments } from '../../ui/segments/segments.tsx';
import { keepDraft, storedDraft } from './drafts.ts';
import styles from './new-conversation.module.css';
import { faultOfText } from './text-fault.ts';

const SUBJECTS = ['question', 'payment', 'account', 'other'] as const satisfies readonly DeskThread['subject'][];
type Chosen = (typeof SUBJECTS)[number];

interface NewConversationProps {
  memberId: string;
  /** The host that the conversation is about, if any. */
  host: { id: string; name: string } | null;
}

/** Form for the first message of a conversation. Nothing is sent before the tap. */
export function NewConversation({ memberId, host }: NewConversationProps) {
  const t = useTranslations();
  const navigate = useNavigate();
  useOutbox(memberId);
  const draft = host === null ? 'new' : host.id;
  const [subject, setSubject] = useState<Chosen>('question');
  const [words, setWords] = useState(
    () => storedDraft(memberId, draft) || (host === null ? '' : t('desk.bookWords', host)),
  );
  const [fault, setFault] = useState<'empty' | 'long' | 'full' | null>(null);

  function send(): void {
    const wrong = faultOfText(words);
    if (wrong !== null) {
      setFault(wrong);
      document.getElementById('desk-words')?.focus();
      return;
    }
    const text = words.trim();
    const key = enqueue({
      opening:
        host === null ? { subject, hostId: null, words: text } : { subject: 'host', hostId: host.id, words: text },
    });
    if (key === null) {
      setFault('full');
      return;
    }
    keepDraft(memberId, draft, '');
    void navigate(paths.servicePage({ id: key }), { replace: true });
  }

  return (
    <Screen title={t('desk.begin')} back={paths.servicePage({ desk: true })}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {host === null ? (
          <Segments
            label={t('desk.about')}
            value={subject}
            options={SUBJECTS.map((value) => ({ value, label: t(`desk.subject.${value}`) }))}
            onChange={(next) => setSubject(next)}
          />
        ) : (
          <div className={styles.host}>
            <p>{t.rich('desk.aboutHost', { name: host.name, host: (name) => <strong dir="auto">{name}</strong> })}</p>
            <p className={styles.soft}>{t('desk.aboutHostText')}</p>
          </div>
        )}
        <TextArea
          id="desk-words"
          label={t('desk.words')}
          hint={t('desk.wordsHint')}
          value={words}
          error={fault === null ? null : t(`desk.fault.${fault}`)}
          onChange={({ target }) => {
            setWords(target.value);
            setFault(null);
            keepDraft(memberId, draft, target.value);
          }}
        />
        {host === null ? <SuggestedAnswers typed={words} /> : null}
        <Button type="submit" wide>
          {t('desk.send')}
        </Button>
        <p className={styles.soft}>{t('desk.never')}</p>
      </form>
    </Screen>
  );
}
