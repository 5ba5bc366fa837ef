import { useTranslations } from 'use-intl';
import type { House } from '../../api/shared/types.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link/link.tsx';
import { Section } from '../../ui/section/section.tsx';
import styles from './house.module.css';

const entries = (type: string) => paths.book({ tab: 'entries', type });

/** The twelve house rules in order, each with the page where members can check it. */
const RULES = [
  ['results', paths.verify()],
  ['seals', entries('seal')],
  ['ledger', paths.book({ tab: 'debts' })],
  ['doors', entries('switch')],
  ['payouts', entries('rule')],
  ['advice', paths.agreement()],
  ['price', entries('table')],
  ['hosts', paths.choose()],
  ['limits', paths.limits()],
  ['staff', entries('audit-head')],
  ['consent', paths.agreement()],
  ['play', paths.book()],
] as const;

/** The house rules, in words for members. */
export function Rules({ house }: { house: House }) {
  const t = useTranslations('house.rules');
  return (
    <Section title={t('title')} more={{ to: paths.agreement(), label: t('agreement') }}>
      <p className={styles.soft}>{t('text')}</p>
      <ol className={styles.rules}>
        {RULES.map(([rule, to], index) => (
          <li key={rule}>
            <span aria-hidden="true" className={styles.number}>
              {index + 1}
            </span>
            <div className={styles.rule}>
              <h3>{t(`${rule}.name`)}</h3>
              <p className={styles.soft}>{t(`${rule}.text`)}</p>
              {rule === 'results' && house.beacon.houseRun ? <p className={styles.soft}>{t('houseRun')}</p> : null}
              <Link to={to} className={styles.way}>
                {t(`${rule}.check`)}
              </Link>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
