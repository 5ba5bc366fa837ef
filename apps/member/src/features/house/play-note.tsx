import { useTranslations } from 'use-intl';
import styles from './play-note.module.css';

/** Said on every screen that shows money. */
export function PlayNote() {
  return <p className={styles.note}>{useTranslations('money')('playNote')}</p>;
}
