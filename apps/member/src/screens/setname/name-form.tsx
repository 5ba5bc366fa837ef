import { useQueryClient } from '@tanstack/react-query';
import { tidyName } from '@tercet/contract/words.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { setRealName } from '../../api/account/person.ts';
import { asProblem, type Problem } from '../../api/shared/problem.ts';
import styles from '../../features/forms/form-page.module.css';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useClubForm } from '../../features/forms/use-club-form.ts';
import { given, z } from '../../features/forms/z.ts';
import { refetchPerson } from '../../features/person/refetch-person.ts';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { Button } from '../../ui/button/button.tsx';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import { say } from '../../ui/toast/toast.tsx';
import own from './name-form.module.css';

const schema = z.object({ realName: given() });

/** Asks for confirmation, because the name can be set only once. */
export function NameForm({ onDone }: { onDone(): void }) {
  const t = useTranslations('setname');
  const text = useProblemText();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { form, submit, field } = useClubForm({
    schema,
    defaults: { realName: '' },
    async send() {
      setProblem(null);
      setAsking(true);
    },
  });

  async function set(): Promise<void> {
    setBusy(true);
    try {
      await setRealName(form.getValues('realName'));
      await refetchPerson(client);
      setAsking(false);
      say(t('done'));
      onDone();
    } catch (error) {
      const refused = asProblem(error);
      if (refused.fields.realName === undefined) setProblem(refused);
      else {
        setAsking(false);
        form.setError('realName', { message: refused.fields.realName });
      }
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={styles.page}>
      <p className={styles.lead}>{t('lead')}</p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField label={t('label')} hint={t('hint')} autoComplete="name" spellCheck={false} {...field('realName')} />
        <p className={own.once}>{t('once')}</p>
        <Button type="submit" wide>
          {t('goOn')}
        </Button>
      </form>
      <Sheet open={asking} onOpenChange={setAsking} title={t('askTitle')} description={t('askText')}>
        <div className={own.ask}>
          <p className={own.name}>
            <bdi>{tidyName(form.getValues('realName'))}</bdi>
          </p>
          <FormProblem text={problem === null ? null : text(problem)} />
          <SpendButton wide busy={busy} onClick={() => void set()}>
            {t(busy ? 'setting' : 'set')}
          </SpendButton>
          <Button wide look="quiet" onClick={() => setAsking(false)}>
            {t('change')}
          </Button>
        </div>
      </Sheet>
    </div>
  );
}
