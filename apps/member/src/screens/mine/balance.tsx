import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { settledDrawsQuery } from '../../api/lottery/slips.ts';
import type { Me } from '../../api/shared/types.ts';
import { checkScoreQuery } from '../../features/checks/check-score.ts';
import { BalanceFigures } from '../../features/money/balance-figures.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import styles from './balance.module.css';
import { ExplainedFigure } from './explained-figure.tsx';

/** The balance with its two actions; the check score once there is, or was, a balance to check. */
export function Balance({ me }: { me: Me }) {
  const t = useTranslations();
  const score = useQuery(checkScoreQuery(me.id)).data ?? 0;
  const settled = useQuery(settledDrawsQuery()).data;
  return (
    <section className={styles.card} aria-label={t('mine.balance')}>
      <BalanceFigures me={me} largest />
      <div className={styles.ways}>
        <ButtonLink to={paths.recharge()}>{t('titles.recharge')}</ButtonLink>
        <ButtonLink look="quiet" to={paths.withdraw()}>
          {t('titles.withdraw')}
        </ButtonLink>
      </div>
      {hasHadBalance(me, settled) ? (
        <ExplainedFigure className={styles.score} of="checkScore">
          {t('mine.checkScore')}{' '}
          <strong>
            {settled === undefined
              ? t('mine.checkScoreText', { count: score })
              : t('mine.checkScoreOf', { count: score, settled })}
          </strong>
        </ExplainedFigure>
      ) : null}
    </section>
  );
}

/** True once the member has, or had, something to play with. */
function hasHadBalance({ availableMinor, heldMinor }: Me, settled: number | undefined): boolean {
  return BigInt(availableMinor) + BigInt(heldMinor) > 0n || (settled ?? 0) > 0;
}
