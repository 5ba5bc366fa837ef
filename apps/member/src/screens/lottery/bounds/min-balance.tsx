import { useTranslations } from 'use-intl';
import { Amount } from '../../../features/house/amount.tsx';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button/button.tsx';
import styles from './min-balance.module.css';

interface MinBalanceProps {
  minMinor: string;
  availableMinor: string;
}

/** What the balance lacks to a table's minimum, and the two next steps: a top-up or another table. */
export function MinBalance({ minMinor, availableMinor }: MinBalanceProps) {
  const t = useTranslations();
  const missingMinor = BigInt(minMinor) - BigInt(availableMinor);
  return (
    <>
      {missingMinor <= 0n ? null : (
        <p>
          {t('placing.missing')} <Amount minor={missingMinor} />
        </p>
      )}
      <div className={styles.ways}>
        <ButtonLink look="plain" to={paths.recharge()}>
          {t('titles.recharge')}
        </ButtonLink>
        <ButtonLink look="plain" to={paths.game()}>
          {t('lottery.otherGames')}
        </ButtonLink>
      </div>
    </>
  );
}
