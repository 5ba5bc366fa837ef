import { useQuery } from '@tanstack/react-query';
import ExternalLink from 'lucide-react/icons/external-link';
import { useTranslations } from 'use-intl';
import { houseQuery } from '../../api/house/house.ts';
import styles from './complaints.module.css';

/** Where a member can go with a complaint that the house did not answer in time, or not to their satisfaction. */
export function OutsideBody({ late }: { late: boolean }) {
  const t = useTranslations('complaints');
  const house = useQuery(houseQuery()).data;
  if (house === undefined) return null;
  const { complaintBody: body } = house;
  if (body === null) return <p className={styles.soft}>{t('outsidePlay')}</p>;
  return (
    <div className={styles.outside}>
      <p>{t(late ? 'outsideLate' : 'outside')}</p>
      <a href={body.link} target="_blank" rel="noreferrer" className={styles.link}>
        <bdi>{body.name}</bdi>
        <ExternalLink size={14} strokeWidth={1.75} aria-hidden="true" />
        <span className="visually-hidden"> {t('newPage')}</span>
      </a>
    </div>
  );
}
