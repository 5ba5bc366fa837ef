import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { writeAsVisitor } from '../../api/account/recovery.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { VisitorKey } from '../../api/shared/types.ts';
import styles from '../../features/forms/form-page.module.css';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useClubForm } from '../../features/forms/use-club-form.ts';
import { given, z } from '../../features/forms/z.ts';
import { entryToSend, type SentEntry } from '../../features/recovery/entry-key.ts';
import { Button } from '../../ui/button/button.tsx';
import { TextArea } from '../../ui/field/text-area.tsx';

const schema = z.object({ text: given() });

/** Message box of a visitor's conversation. A failed message stays in it. */
export function VisitorComposer({ stored }: { stored: VisitorKey }) {
  const t = useTranslations('recover');
  const client = useQueryClient();
  const last = useRef<SentEntry | null>(null);
  const { form, submit, field, busy, problemText } = useClubForm({
    schema,
    defaults: { text: '' },
    async send({ text }) {
      const entry = entryToSend(last.current, text);
      last.current = entry;
      const queryKey = keys.visitorThread(stored.number);
      const thread = await writeAsVisitor(stored, entry.key, entry.text);
      // An answer of an earlier poll would hide the message again.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, thread);
      last.current = null;
      form.reset({ text: '' });
    },
  });
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextArea label={t('message')} rows={3} {...field('text')} />
      <FormProblem text={problemText} />
      <Button type="submit" look="quiet" wide busy={busy}>
        {t(busy ? 'sending' : 'sendMessage')}
      </Button>
    </form>
  );
}
