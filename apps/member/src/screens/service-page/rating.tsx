import { useQueryClient } from '@tanstack/react-query';
import Star from 'lucide-react/icons/star';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { rateThread } from '../../api/house/desk.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { FullDeskThread } from '../../api/shared/types.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useAct } from '../../features/forms/use-act.ts';
import { Button } from '../../ui/button/button.tsx';
import { ChoiceRow } from '../../ui/choice-row/choice-row.tsx';
import { TextArea } from '../../ui/field/text-area.tsx';
import styles from './rating.module.css';

const STARS = [1, 2, 3, 4, 5] as const;

/** The member's rating of a closed conversation: nothing is chosen at first, and a text is optional. */
export function Rating({ thread }: { thread: FullDeskThread }) {
  const t = useTranslations('desk.rate');
  const client = useQueryClient();
  const [stars, setStars] = useState<number | null>(null);
  const [words, setWords] = useState('');
  const { busy, problemText, act } = useAct(async () => {
    if (stars === null) return;
    const rated = await rateThread(thread.id, { stars, words });
    client.setQueryData<FullDeskThread>(keys.thread(thread.id), (old) => old && { ...old, ...rated });
  });
  if (thread.rating !== null) {
    return (
      <p className={styles.thanks} role="status">
        {t('thanks')}: {t('stars', { count: thread.rating.stars })}
      </p>
    );
  }
  return (
    <section aria-label={t('title')} className={styles.rating}>
      <h2 className={styles.title}>{t('title')}</h2>
      <ChoiceRow
        label={t('title')}
        value={stars === null ? '' : String(stars)}
        options={STARS.map((count) => ({
          value: String(count),
          label: t('stars', { count }),
          content: (
            <span className={styles.star}>
              {count}
              <Star
                size={16}
                strokeWidth={1.75}
                aria-hidden="true"
                fill={stars !== null && count <= stars ? 'currentColor' : 'none'}
              />
            </span>
          ),
        }))}
        onChange={(value) => setStars(Number(value))}
      />
      {stars === null ? null : (
        <>
          <TextArea
            id="rating-words"
            label={t('words')}
            value={words}
            error={null}
            onChange={({ target }) => setWords(target.value)}
          />
          <FormProblem text={problemText} />
          <Button look="quiet" busy={busy} onClick={act}>
            {t('send')}
          </Button>
        </>
      )}
    </section>
  );
}
