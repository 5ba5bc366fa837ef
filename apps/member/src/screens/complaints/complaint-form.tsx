import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { type CaseKind, fileComplaint } from '../../api/house/formal-complaints.ts';
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
import { COMPLAINT_SUBJECTS, DATA_SUBJECTS, isFit, WORDS } from './complaint-words.ts';
import styles from './complaints.module.css';

const schema = z.object({ subject: given(), words: given().check(z.refine(isFit, 'words-bad')) });
const DRAFTS = { complaint: 'complaint', data: 'data-request' } as const;

/**
 * A new complaint, or request about data: its subject and words. No subject is preselected. Kept until it is sent or
 * the tab is closed.
 */
export function ComplaintForm({ kind, onFiled }: { kind: CaseKind; onFiled(id: string): void }) {
  const t = useTranslations('complaints');
  const isData = kind === 'data';
  const draft = DRAFTS[kind];
  const client = useQueryClient();
  const memberId = useMemberId();
  // A retry of the same complaint uses the same key, so it counts once.
  const last = useRef({ typed: '', key: '' });
  const { form, submit, field, busy, problemText } = useClubForm({
    schema,
    defaults: readDraft<{ subject: string; words: string }>(memberId, draft) ?? { subject: '', words: '' },
    params: WORDS,
    async send(values) {
      const typed = JSON.stringify(values);
      if (last.current.typed !== typed) last.current = { typed, key: newId() };
      const { subject, words } = values;
      const filed = await fileComplaint(last.current.key, { subject: subject as FormalComplaint['subject'], words });
      writeDraft(memberId, draft, null);
      say(t(isData ? 'data.filed' : 'filed', { number: filed.number }));
      await client.invalidateQueries({ queryKey: keys.formalComplaints });
      onFiled(filed.id);
    },
  });
  const store = () => writeDraft(memberId, draft, form.getValues());
  const { onChange, ...words } = field('words');
  return (
    <form className={styles.form} onSubmit={submit} onChange={store} noValidate>
      <p>{t(isData ? 'data.formLead' : 'formLead')}</p>
      <Subjects subjects={isData ? DATA_SUBJECTS : COMPLAINT_SUBJECTS} {...field('subject')} />
      <TextArea
        label={t(isData ? 'data.words' : 'words')}
        hint={t('wordsHint')}
        {...words}
        onChange={(event) => void onChange(event)}
      />
      <FormProblem text={problemText} />
      <Button type="submit" wide busy={busy}>
        {t(busy ? 'sending' : isData ? 'data.send' : 'send')}
      </Button>
    </form>
  );
}

type SubjectsProps = ReturnType<ReturnType<typeof useClubForm>['field']> & {
  subjects: typeof COMPLAINT_SUBJECTS | typeof DATA_SUBJECTS;
};

function Subjects({ subjects, error, ...field }: SubjectsProps) {
  const t = useTranslations('complaints');
  const id = useId();
  return (
    <fieldset className={styles.subjects} aria-describedby={error ? id : undefined}>
      <legend className={styles.label}>{t('subject')}</legend>
      <div className={styles.options}>
        {subjects.map((subject) => (
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
