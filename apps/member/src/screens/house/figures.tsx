import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { houseHoldsQuery } from '../../api/house/house.ts';
import type { House } from '../../api/shared/types.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link/link.tsx';
import { Section } from '../../ui/section/section.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import styles from './house.module.css';

/** Figures that a house might prefer to hide: void draws, witnesses, legal holds, refused withdrawals. */
export function Figures({ house }: { house: House }) {
  const t = useTranslations('house.figures');
  const format = useFormatter();
  const holds = useQuery(houseHoldsQuery());
  const { days, draws, voids } = house.voidRate;
  const { quorum, witnesses } = house.book.policy;
  const share = draws === 0 ? 0 : voids / draws;
  return (
    <Section title={t('title')}>
      <dl className={styles.figures}>
        <Figure
          name={t('voids', { days })}
          value={format.number(share, { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 3 })}
        >
          <Link to={paths.book({ tab: 'entries', type: 'void' })} className={styles.small}>
            {t('voidCount', { voids, draws })}
          </Link>
        </Figure>
        <Figure
          name={t('witnesses')}
          value={witnesses.length === 0 ? t('witnessesNone') : format.number(witnesses.length)}
        >
          {witnesses.length === 0 ? t('witnessesNoneText') : t('witnessesText', { quorum, count: witnesses.length })}
        </Figure>
        {holds.data === undefined ? null : (
          <>
            <Figure name={t('legalHolds')} value={format.number(holds.data.legalHolds)}>
              {t('legalHoldsText')}
            </Figure>
            <Figure name={t('refusals')} value={format.number(holds.data.refusals)}>
              {t('refusalsText')}
            </Figure>
          </>
        )}
      </dl>
      {holds.data !== undefined ? null : holds.error === null ? (
        <Skeleton blocks={[88]} />
      ) : (
        <Failed error={holds.error} onRetry={() => void holds.refetch()} />
      )}
    </Section>
  );
}

function Figure({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className={styles.figure}>{value}</span>
        <span className={styles.note}>{children}</span>
      </dd>
    </div>
  );
}
