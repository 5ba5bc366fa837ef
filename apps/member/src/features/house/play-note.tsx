import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { houseQuery } from '../../api/house/house.ts';
import styles from './play-note.module.css';

/** Said on every screen that shows money, until the house is known to be one for real money. */
export function PlayNote() {
  const t = useTranslations('money');
  const mode = useQuery(houseQuery()).data?.mode;
  return mode === 'live' ? null : <p className={styles.note}>{t('playNote')}</p>;
}
