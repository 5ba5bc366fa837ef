import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { askAsVisitor } from '../../api/account/recovery.ts';
import styles from '../../features/forms/form-page.module.css';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useClubForm } from '../../features/forms/use-club-form.ts';
import { given, z } from '../../features/forms/z.ts';
import { keyToSend, noteAnswered, unansweredForm } from '../../features/recovery/sent-form.ts';
import { keepNewKey } from '../../features/recovery/stored-keys.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { TextArea } from '../../ui/field/text-area.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { Screen } from '../../ui/screen/screen.tsx';

const schema = z.object({ contact: given(), text: given() });

/** Name of a sent question without an answer. */
const SENT = 'registration';

/** A visitor's question about registration. It is still there after a reload if it was sent without an answer. */
export function QuestionForm() {
  const t = useTranslations();
  const navigate = useNavigate();
  const [typed] = useState(() => ({
    contact: '',
    text: '',
    ...unansweredForm<{ contact: string; text: string }>(SENT),
  }));
  const { submit, field, busy, problemText } = useClubForm({
    schema,
    defaults: typed,
    async send(values) {
      const body = { contact: values.contact.trim(), text: values.text.trim() };
      const key = await askAsVisitor(keyToSend(SENT, values), body);
      keepNewKey({ ...key, topic: 'registration', atMs: Date.now() });
      noteAnswered(SENT);
      await navigate(paths.visitorDesk(), { replace: true });
    },
  });
  return (
    <Screen title={t('recover.topic.registration')} back={paths.serviceOnline()}>
      <div className={styles.page}>
        <p className={styles.lead}>{t('recover.questionLead')}</p>
        <form className={styles.form} onSubmit={submit} noValidate>
          <TextField
            label={t('recover.contact')}
            hint={t('recover.contactHint')}
            autoComplete="off"
            {...field('contact')}
          />
          <TextArea label={t('recover.message')} {...field('text')} />
          <p className={styles.lead}>{t('desk.never')}</p>
          <FormProblem text={problemText} />
          <Button type="submit" wide busy={busy}>
            {t(busy ? 'recover.sending' : 'recover.sendMessage')}
          </Button>
        </form>
      </div>
    </Screen>
  );
}
