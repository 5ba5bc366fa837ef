import { useTranslations } from 'use-intl';
import type { Placing } from '../placing/use-placing.ts';
import styles from './dock-message.module.css';

/**
 * What the server answered about a sent slip that it does not have. A live region, present before its text so that
 * screen readers announce it.
 */
export function NotIn({ placing }: { placing: Placing }) {
  const t = useTranslations('lottery');
  const isAbsent = placing.status === 'absent';
  return (
    <p className={isAbsent ? styles.answer : 'visually-hidden'} role="status">
      {isAbsent ? t('notIn') : null}
    </p>
  );
}
