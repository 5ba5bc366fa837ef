import { useTranslations } from 'use-intl';
import type { House } from '../../api/shared/types.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link/link.tsx';
import { Section } from '../../ui/section/section.tsx';
import styles from './house.module.css';
import { OutsideLink } from './outside-link.tsx';

/** How to complain: first to the club, then to an outside body. */
export function ComplaintProcedure({ house }: { house: House }) {
  const t = useTranslations('house.complaints');
  const { complaintBody, supportHours } = house;
  return (
    <Section title={t('title')}>
      <ol className={styles.steps}>
        <li>
          <p>{t('bet')}</p>
          <Link to={paths.gameRecord()} className={styles.way}>
            {t('betLink')}
          </Link>
        </li>
        <li>
          <p>{t('formal')}</p>
          <Link to={paths.complaints()} className={styles.way}>
            {t('formalLink')}
          </Link>
        </li>
        <li>
          <p>{t('support', { hours: supportHours })}</p>
          <Link to={paths.serviceOnline()} className={styles.way}>
            {t('supportLink')}
          </Link>
        </li>
        <li>
          {complaintBody === null ? (
            <>
              <p>{t('outsidePlay')}</p>
              <Link to={paths.verify()} className={styles.way}>
                {t('checkLink')}
              </Link>
            </>
          ) : (
            <>
              <p>{t('outside')}</p>
              <OutsideLink href={complaintBody.link}>{complaintBody.name}</OutsideLink>
            </>
          )}
        </li>
      </ol>
    </Section>
  );
}
