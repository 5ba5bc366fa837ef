import type { RefObject } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { requestRecovery } from '../../api/account/recovery.ts';
import styles from '../../features/forms/form-page.module.css';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useClubForm } from '../../features/forms/use-club-form.ts';
import { given, z } from '../../features/forms/z.ts';
import { keyToSend, noteAnswered, unansweredForm } from '../../features/recovery/sent-form.ts';
import { keepNewKey } from '../../features/recovery/stored-keys.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { TextArea } from '../../ui/field/text-area.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { Section } from '../../ui/section/section.tsx';
import own from './by-desk.module.css';

const schema = z.object({
  userName: given(),
  realName: z.string(),
  payeeDigits: z.string(),
  contact: given(),
  text: given(),
});

const NO_REQUEST_TYPED = { userName: '', realName: '', payeeDigits: '', contact: '', text: '' };

export type RequestTyped = typeof NO_REQUEST_TYPED;

/** Name of a sent request without an answer. */
const SENT = 'recovery';

/** The form as this tab has it: empty, or as it was sent without an answer before a reload. */
export function requestTyped(): RequestTyped {
  return { ...NO_REQUEST_TYPED, ...unansweredForm<RequestTyped>(SENT) };
}

const STEPS = ['compare', 'notice', 'wait', 'payee'] as const;

/**
 * Asks support for a new password, and opens a conversation about it. `typed` holds what was typed while the other form
 * is shown.
 */
export function ByDesk({ typed }: { typed: RefObject<RequestTyped> }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const { form, submit, field, busy, problemText } = useClubForm({
    schema,
    defaults: typed.current,
    async send(values) {
      const { userName, contact, ...rest } = values;
      const body = { ...rest, userName: userName.trim(), contact: contact.trim() };
      const key = await requestRecovery(keyToSend(SENT, values), body);
      keepNewKey({ ...key, topic: 'recovery', atMs: Date.now() });
      noteAnswered(SENT);
      await navigate(paths.visitorDesk(), { replace: true });
    },
  });
  return (
    <div className={styles.columns}>
      <div className={styles.beside}>
        <p className={styles.lead}>{t('recover.deskLead')}</p>
        <Section title={t('recover.stepsTitle')}>
          <ol className={own.steps}>
            {STEPS.map((step) => (
              <li key={step}>{t(`recover.step.${step}`)}</li>
            ))}
          </ol>
        </Section>
      </div>
      <form
        className={styles.form}
        onSubmit={submit}
        noValidate
        onChange={() => {
          typed.current = form.getValues();
        }}
      >
        <TextField
          label={t('forms.userName')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...field('userName')}
        />
        <TextField label={t('recover.realName')} autoComplete="name" {...field('realName')} />
        <TextField
          label={t('recover.payeeDigits')}
          dir="ltr"
          inputMode="numeric"
          autoComplete="off"
          {...field('payeeDigits')}
        />
        <TextField
          label={t('recover.contact')}
          hint={t('recover.contactHint')}
          autoComplete="off"
          {...field('contact')}
        />
        <TextArea label={t('recover.message')} hint={t('recover.messageHint')} {...field('text')} />
        <FormProblem text={problemText} />
        <Button type="submit" wide busy={busy}>
          {t(busy ? 'recover.sending' : 'recover.send')}
        </Button>
      </form>
      <ButtonLink look="plain" to={paths.visitorDesk()}>
        {t('recover.toRequest')}
      </ButtonLink>
    </div>
  );
}
