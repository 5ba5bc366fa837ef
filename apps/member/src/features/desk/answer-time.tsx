import { useQuery } from '@tanstack/react-query';
import Hourglass from 'lucide-react/icons/hourglass';
import { useTranslations } from 'use-intl';
import { answerTimeQuery } from '../../api/house/desk.ts';
import { answerSpan } from './answer-span.ts';
import styles from './answer-time.module.css';

/** The measured time to a first answer. Renders nothing where it is unknown. */
export function AnswerTime() {
  const t = useTranslations('desk');
  const minutes = useQuery(answerTimeQuery()).data?.minutes ?? null;
  if (minutes === null) return null;
  const { unit, count } = answerSpan(minutes);
  return (
    <p className={styles.time}>
      <Hourglass size={14} strokeWidth={2} aria-hidden="true" />
      {t(unit === 'hours' ? 'firstAnswerHours' : 'firstAnswer', { count })}
    </p>
  );
}
