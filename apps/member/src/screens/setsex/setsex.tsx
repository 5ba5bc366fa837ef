import { useQueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { setSex } from '../../api/account/person.ts';
import type { Person } from '../../api/shared/types.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { refetchPerson } from '../../features/person/refetch-person.ts';
import { useReturnPath } from '../../features/person/use-return-path.ts';
import { WithPerson } from '../../features/person/with-person.tsx';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { paths } from '../../paths.ts';
import styles from './setsex.module.css';

const CHOICES = [null, 'woman', 'man'] as const;

export function Setsex() {
  const t = useTranslations();
  const { to, goBack } = useReturnPath(paths.infomation());
  return (
    <WithPerson title={t('titles.setsex')} back={to} blocks={[164]}>
      {({ sex }) => <Choices sex={sex} onDone={goBack} />}
    </WithPerson>
  );
}

function Choices({ sex, onDone }: { sex: Person['sex']; onDone(): void }) {
  const t = useTranslations('person.sex');
  const text = useProblemText();
  const client = useQueryClient();
  const [pending, setPending] = useState<Person['sex'] | undefined>(undefined);
  const [problem, setProblem] = useState<string | null>(null);

  async function choose(next: Person['sex']): Promise<void> {
    if (pending !== undefined) return;
    setPending(next);
    setProblem(null);
    try {
      if (next !== sex) await setSex(next);
      await refetchPerson(client);
      onDone();
    } catch (error) {
      setProblem(text(error));
    } finally {
      setPending(undefined);
    }
  }

  return (
    <div className={styles.page}>
      <ul className={styles.list}>
        {CHOICES.map((choice) => (
          <li key={choice}>
            <button
              type="button"
              className={styles.row}
              aria-pressed={choice === sex}
              aria-busy={pending === choice}
              onClick={() => void choose(choice)}
            >
              {t(choice ?? 'notStated')}
              {choice === sex ? <Check size={20} strokeWidth={1.75} aria-hidden="true" /> : null}
            </button>
          </li>
        ))}
      </ul>
      <FormProblem text={problem} />
      <p className={styles.note}>{t('note')}</p>
    </div>
  );
}
