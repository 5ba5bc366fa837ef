import { useTranslations } from 'use-intl';
import type { Lottery } from '../../api/shared/types.ts';
import { Dice } from '../../ui/dice/dice.tsx';
import { Amount } from '../house/amount.tsx';
import styles from './card-facts.module.css';

interface CardFactsProps {
  lottery: Lottery;
  /** Number of the member's slips that wait for their draw. */
  openBets: number;
  /** Edge of a die in pixels. */
  dieSize?: number;
}

/** Facts of a lottery's card: last dice, smallest stake, minimum balance, and number of the member's open bets. */
export function CardFacts({ lottery, openBets, dieSize = 18 }: CardFactsProps) {
  const t = useTranslations('cards');
  const dice = lottery.lastDraw?.dice ?? null;
  return (
    <span className={styles.facts}>
      <span className={styles.last}>
        {dice === null ? null : <span className="visually-hidden">{t('last')} </span>}
        <Dice values={dice} size={dieSize} />
      </span>
      <span className={styles.stake}>
        {t.rich('from', { amount: () => <Amount minor={lottery.stakeMinMinor} unit={false} short /> })}
      </span>
      {lottery.minBalanceMinor === '0' ? null : (
        <span className={styles.stake}>
          {t.rich('minBalance', { amount: () => <Amount minor={lottery.minBalanceMinor} unit={false} short /> })}
        </span>
      )}
      {openBets === 0 ? null : <span className={styles.open}>{t('openBets', { count: openBets })}</span>}
    </span>
  );
}
