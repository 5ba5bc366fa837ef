import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { houseQuery } from '../../api/house/house.ts';
import styles from './play-note.module.css';

/** The note about play credits, on every screen that shows money, unless the house is known to use real money. */
export const PlayNote = memo(function PlayNote() {
  const t = useTranslations('money');
  const mode = useQuery(houseQuery()).data?.mode;
  return mode === 'live' ? null : <p className={styles.note}>{t('playNote')}</p>;
});
