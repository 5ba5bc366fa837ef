import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { addWords, questionBet } from '../../api/house/complaints.ts';
import { newId } from '../../api/shared/new-id.ts';
import { asProblem } from '../../api/shared/problem.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Complaint } from '../../api/shared/types.ts';
import { Button } from '../../ui/button/button.tsx';
import { TextArea } from '../../ui/field/text-area.tsx';
import { say } from '../../ui/toast/toast.tsx';
import { FormProblem } from '../forms/form-problem.tsx';
import { useClubForm } from '../forms/use-club-form.ts';
import { given, z } from '../forms/z.ts';
import { useMemberId } from '../session/use-session.ts';
import styles from './complaints.module.css';
import { storedQuestion, storeQuestion } from './question-draft.ts';

const LENGTH_MIN = 10;
const LENGTH_MAX = 2_000;
const schema = z.object({ words: given().check(z.refine(isFit, 'words-bad')) });

/** True if the length is valid. Like the server, counts characters instead of UTF-16 units. */
function isFit(words: string): boolean {
  const length = [...words.trim()].length;
  return length >= LENGTH_MIN && length <= LENGTH_MAX;
}

/** A form for a new question about a bet, or more text for an open one. */
export function QuestionForm({ slipId, complaint }: { slipId: string; complaint: Complaint | null }) {
  const t = useTranslations('questions');
  const client = useQueryClient();
  const memberId = useMemberId();
  // A retry of the same text uses the same key, so it counts once.
  const last = useRef({ words: '', key: '' });
  const more = complaint?.state === 'open';
  const { form, submit, field, busy, problemText } = useClubForm({
    schema,
    defaults: { words: storedQuestion(memberId, slipId) },
    params: { min: LENGTH_MIN, max: LENGTH_MAX },
    async send({ words }) {
      if (last.current.words !== words) last.current = { words, key: newId() };
      try {
        if (more) await addWords(last.current.key, complaint.id, words);
        else await questionBet(last.current.key, { slipId, words });
      } catch (error) {
        // The member was faster on another page, or an answer has arrived. Shows that, and keeps the draft.
        if (['question-open', 'too-late'].includes(asProblem(error).code)) {
          await client.refetchQueries({ queryKey: keys.allComplaints });
        }
        throw error;
      }
      storeQuestion(memberId, slipId, '');
      form.reset({ words: '' });
      say(t(more ? 'added' : 'sent'));
      await client.invalidateQueries({ queryKey: keys.allComplaints });
    },
  });
  const { onChange, ...words } = field('words');
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {complaint === null ? (
        <>
          <p className={styles.lead}>{t('lead')}</p>
          <p className={styles.soft}>{t('proof')}</p>
        </>
      ) : null}
      {complaint?.state === 'answered' ? <p className={styles.soft}>{t('againLead')}</p> : null}
      <TextArea
        label={t(complaint === null ? 'words' : 'more')}
        hint={t('wordsHint')}
        {...words}
        onChange={(event) => {
          storeQuestion(memberId, slipId, event.target.value);
          void onChange(event);
        }}
      />
      <FormProblem text={problemText} />
      <Button type="submit" wide busy={busy}>
        {t(busy ? 'sending' : more ? 'addMore' : complaint === null ? 'send' : 'again')}
      </Button>
    </form>
  );
}
