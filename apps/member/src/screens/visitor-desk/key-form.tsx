import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { readVisitorThread } from '../../api/account/recovery.ts';
import { Problem } from '../../api/shared/problem.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { VisitorKey } from '../../api/shared/types.ts';
import styles from '../../features/forms/form-page.module.css';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useClubForm } from '../../features/forms/use-club-form.ts';
import { given, z } from '../../features/forms/z.ts';
import { keepVisitorKey } from '../../features/recovery/stored-keys.ts';
import { readTypedKey } from '../../features/recovery/typed-key.ts';
import { Button } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/field/text-field.tsx';

// The number's field may hold both.
const schema = z.object({ number: given(), secret: z.string() });

const CODE = { dir: 'ltr', autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false } as const;

/** Opens a conversation by its number and secret, and stores them on this phone. */
export function KeyForm({ onOpen }: { onOpen(key: VisitorKey): void }) {
  const t = useTranslations('recover');
  const client = useQueryClient();
  const { submit, field, busy, problemText } = useClubForm({
    schema,
    defaults: { number: '', secret: '' },
    async send(typed) {
      const key = keyOf(typed);
      const thread = await readVisitorThread(key).catch((error: unknown) => {
        throw error instanceof Problem && error.code === 'visitor-key-bad' ? faultAt('secret', error.code) : error;
      });
      client.setQueryData(keys.visitorThread(key.number), thread);
      keepVisitorKey({ ...key, topic: thread.topic, atMs: Date.now() });
      onOpen(key);
    },
  });
  return (
    <div className={styles.page}>
      <p className={styles.lead}>{t('typeLead')}</p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField label={t('number')} {...CODE} {...field('number')} />
        <TextField label={t('secret')} hint={t('secretHint')} {...CODE} {...field('secret')} />
        <FormProblem text={problemText} />
        <Button type="submit" wide busy={busy}>
          {t('openConversation')}
        </Button>
      </form>
    </div>
  );
}

/** Throws a problem at the field that cannot be read. */
function keyOf(typed: VisitorKey): VisitorKey {
  const { number, secret } = readTypedKey(typed);
  if (number === null) throw faultAt('number', 'visitor-key-bad');
  if (secret === null) throw faultAt('secret', typed.secret.trim() === '' ? 'fill-in' : 'visitor-key-bad');
  return { number, secret };
}

function faultAt(name: keyof VisitorKey, code: string): Problem {
  return new Problem(code, 422, {}, { [name]: code });
}
