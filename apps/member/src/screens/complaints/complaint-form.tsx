import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { fileComplaint } from '../../api/house/formal-complaints.ts';
import { newId } from '../../api/shared/new-id.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { FormalComplaint } from '../../api/shared/types.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useClubForm } from '../../features/forms/use-club-form.ts';
import { given, z } from '../../features/forms/z.ts';
import { readDraft, writeDraft } from '../../features/session/drafts.ts';
import { useMemberId } from '../../features/session/use-session.ts';
import { Button } from '../../ui/button/button.tsx';
import { TextArea } from '../../ui/field/text-area.tsx';
import { say } from '../../ui/toast/toast.tsx';
import { isFit, WORDS } from './complaint-words.ts';
import styles from './complaints.module.css';

const SUBJECTS = ['payment', 'bet', 'account', 'limits', 'service', 'privacy', 'other'] as const;
const schema = z.object({ subject: given(), words: given().check(z.refine(isFit, 'words-bad')) });
const DRAFT = 'complaint';

/** A new complaint: its subject and words. No subject is preselected. Kept until it is sent or the tab is closed. */
export function ComplaintForm({ onFiled }: { onFiled(id: string): void }) {
  const t = useTranslations('complaints');
  const client = useQueryClient();
  const memberId = useMemberId();
  // A retry of the same complaint uses the same key, so it counts once.
  const last = useRef({ typed: '', key: '' });
  const { form, submit, field, busy, problemText } = useClubForm({
    schema,
    defaults: readDraft<{ subject: string; words: string }>(memberId, DRAFT) ?? { subject: '', words: '' },
    params: WORDS,
    async send(values) {
      const typed = JSON.stringify(values);
      if (last.current.typed !== typed) last.current = { typed, key: newId() };
      const { subject, words } = values;
      const filed = await fileComplaint(last.current.key, { subject: subject as FormalComplaint['subject'], words });
      writeDraft(memberId, DRAFT, null);
      say(t('filed', { number: filed.number }));
      await client.invalidateQueries({ queryKey: keys.formalComplaints });
      onFiled(filed.id);
    },
  });
  const store = () => writeDraft(memberId, DRAFT, form.getValues());
  const { onChange, ...words } = field('words');
  return (
    <form className={styles.form} onSubmit={submit} onChange={store} noValidate>
      <p>{t('formLead')}</p>
      <Subjects {...field('subject')} />
      <TextArea label={t('words')} hint={t('wordsHint')} {...words} onChange={(event) => void onChange(event)} />
      <FormProblem text={problemText} />
      <Button type="submit" wide busy={busy}>
        {t(busy ? 'sending' : 'send')}
      </Button>
    </form>
  );
}

function Subjects({ error, ...field }: ReturnType<ReturnType<typeof useClubForm>['field']>) {
  const t = useTranslations('complaints');
  const id = useId();
  return (
    <fieldset className={styles.subjects} aria-describedby={error ? id : undefined}>
      <legend className={styles.label}>{t('subject')}</legend>
      <div className={styles.options}>
        {SUBJECTS.map((subject) => (
          <label key={subject} className={styles.option}>
            <input
              {...field}
              type="radio"
              value={subject}
              className={styles.radio}
              aria-invalid={error ? true : undefined}
            />
            <span>{t(`subjects.${subject}`)}</span>
          </label>
        ))}
      </div>
      {error ? (
        <p id={id} className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
