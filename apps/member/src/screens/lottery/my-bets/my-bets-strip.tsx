import ChevronRight from 'lucide-react/icons/chevron-right';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { useBetName } from '../../../features/bets/use-bet-name.ts';
import { CheckLink } from '../../../features/draws/check-link.tsx';
import { Amount } from '../../../features/house/amount.tsx';
import { paths } from '../../../paths.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Link } from '../../../ui/link/link.tsx';
import styles from './my-bets.module.css';
import type { MyPeriod } from './my-bets.ts';
import { MyResultText } from './my-result-text.tsx';

const NAMED_MAX = 4;

interface MyBetsStripProps {
  own: readonly MyPeriod[];
  /** The period that is open for bets. */
  openPeriod: number;
}

/**
 * The member's bets of the open period and of periods before their draw, with totals and results. A result links to its
 * record and to the check of its draw.
 */
export const MyBetsStrip = memo(function MyBetsStrip({ own, openPeriod }: MyBetsStripProps) {
  const t = useTranslations('ownBets');
  return (
    <section aria-label={t('title')} className={styles.strip}>
      {own.map((one) => (
        <MyRow key={one.period} own={one} isOpen={one.period === openPeriod} />
      ))}
    </section>
  );
});

function MyRow({ own, isOpen }: { own: MyPeriod; isOpen: boolean }) {
  const t = useTranslations('ownBets');
  const [only, ...more] = own.slips;
  const record = paths.gameRecord(only !== undefined && more.length === 0 ? { id: only.id } : {});
  return (
    <div className={styles.row}>
      <Link to={record} className={styles.open}>
        <span className={classNames(styles.words, own.result !== null && styles.settled)}>
          <span className={styles.head}>
            {isOpen
              ? t('inThis')
              : t.rich('inPeriod', {
                  period: () => <bdi dir="ltr">{own.period}</bdi>,
                })}
          </span>
          {own.result === null ? <Stakes own={own} /> : <MyResultText own={own} />}
          {own.result === null && !isOpen ? (
            <span className={classNames(styles.head, styles.waiting)}>{t('waiting')}</span>
          ) : null}
        </span>
        {own.result === null ? (
          <span className={styles.total}>
            <Amount minor={own.stakedMinor} />
          </span>
        ) : null}
        <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className={styles.pointing} />
      </Link>
      {own.result === null || only === undefined ? null : <CheckLink draw={only} className={styles.check} />}
    </div>
  );
}

/** Names and stakes of the first bets, and the number of the others. */
function Stakes({ own: { stakes } }: { own: MyPeriod }) {
  const name = useBetName();
  const entries = [...stakes];
  const more = entries.length - NAMED_MAX;
  return (
    <span className={styles.stakes}>
      {entries.slice(0, NAMED_MAX).map(([bet, minor]) => (
        <span key={bet} className={styles.stake}>
          {name(bet)} <Amount minor={minor} unit={false} short className={styles.chip} />
        </span>
      ))}
      {more > 0 ? <bdi dir="ltr">+{more}</bdi> : null}
    </span>
  );
}
