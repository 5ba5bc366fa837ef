import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { writeAsVisitor } from '../../api/account/recovery.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { VisitorKey } from '../../api/shared/types.ts';
import styles from '../../features/forms/form-page.module.css';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useClubForm } from '../../features/forms/use-club-form.ts';
import { given, z } from '../../features/forms/z.ts';
import { keyToSend, noteAnswered, unansweredForm } from '../../features/recovery/sent-form.ts';
import { Button } from '../../ui/button/button.tsx';
import { TextArea } from '../../ui/field/text-area.tsx';

const schema = z.object({ text: given() });

/** Message box of a visitor's conversation. A failed message stays in it, also over a reload. */
export function VisitorComposer({ stored }: { stored: VisitorKey }) {
  const t = useTranslations('recover');
  const client = useQueryClient();
  const [typed] = useState(() => ({ text: '', ...unansweredForm<{ text: string }>(stored.number) }));
  const { form, submit, field, busy, problemText } = useClubForm({
    schema,
    defaults: typed,
    async send(values) {
      const text = values.text.trim();
      const queryKey = keys.visitorThread(stored.number);
      const thread = await writeAsVisitor(stored, keyToSend(stored.number, { text }), text);
      // An answer of an earlier poll would hide the message again.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, thread);
      noteAnswered(stored.number);
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
