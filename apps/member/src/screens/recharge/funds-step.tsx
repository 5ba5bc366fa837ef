import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { houseQuery } from '../../api/house/house.ts';
import { acknowledgeFunds } from '../../api/money/wallet.ts';
import { keys } from '../../api/shared/query-keys.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useAct } from '../../features/forms/use-act.ts';
import { FundsRating } from '../../features/house/funds-rating.tsx';
import moneyPage from '../../features/money/money-page.module.css';
import { Failed } from '../../features/problems/failed.tsx';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import styles from './step.module.css';

/**
 * How the house protects members' money, to acknowledge before the first top-up and after each change. Reads the house
 * again, since an earlier answer may have another statement.
 */
export function FundsStep() {
  const t = useTranslations('funds');
  const client = useQueryClient();
  const house = useQuery({ ...houseQuery(), refetchOnMount: 'always' });
  const funds = house.data?.funds ?? null;
  const { busy, problemText, act } = useAct(async () => {
    try {
      await acknowledgeFunds(funds?.version ?? '');
    } finally {
      await Promise.all([keys.wallet, keys.house].map((queryKey) => client.refetchQueries({ queryKey })));
    }
  });
  if (house.isError) return <Failed error={house.error} onRetry={() => void house.refetch()} />;
  if (funds === null || !house.isFetchedAfterMount) return <Skeleton blocks={[28, 48, 120, 48]} />;
  return (
    <section className={styles.step}>
      <div className={styles.words}>
        <h2 className={styles.title}>{t('title')}</h2>
        <p className={styles.text}>{t('lead')}</p>
      </div>
      <FundsRating rating={funds.rating} />
      {funds.text === null ? null : (
        <p className={styles.statement}>
          <bdi>{funds.text}</bdi>
        </p>
      )}
      {funds.link === null ? null : (
        <p>
          <a href={funds.link} target="_blank" rel="noreferrer" className={styles.link}>
            {t('link')}
          </a>
        </p>
      )}
      <div className={moneyPage.foot}>
        <FormProblem text={problemText} />
        <SpendButton wide busy={busy} onClick={act}>
          {t('act')}
        </SpendButton>
      </div>
    </section>
  );
}
