import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { houseQuery } from '../../api/house/house.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link/link.tsx';
import styles from './play-note.module.css';

/** Least age, licence in a live house, and the ways to own limits and to help. */
export function PlayFootLinks() {
  const t = useTranslations('playSafe');
  const format = useFormatter();
  const house = useQuery(houseQuery()).data;
  const licence = house?.licence ?? null;
  return (
    <>
      {licence === null ? null : (
        <p className={styles.note}>
          {t('licence')} <bdi dir="ltr">{licence.number}</bdi>
          {' · '}
          <a href={licence.link} target="_blank" rel="noreferrer">
            <bdi>{licence.authority}</bdi>
          </a>
        </p>
      )}
      <p className={styles.links}>
        {house === undefined ? null : <b dir="ltr">{`${format.number(house.ageMin)}+`}</b>}
        <Link to={paths.limits()}>{t('limits')}</Link>
        <Link to={paths.playSafe()}>{t('help')}</Link>
      </p>
    </>
  );
}
