import { useTranslations } from 'use-intl';
import type { Lottery } from '../../api/shared/types.ts';
import { Dice } from '../../ui/dice/dice.tsx';
import { Amount } from '../house/amount.tsx';
import styles from './card-facts.module.css';

interface CardFactsProps {
  lottery: Lottery;
  /** Number of the member's slips that wait for their draw. */
  openBets: number;
  /** True on cards with room for the minimum balance. */
  wide?: boolean;
}

/** Facts of a lottery's card: last dice, smallest stake, minimum balance, and number of the member's open bets. */
export function CardFacts({ lottery, openBets, wide = false }: CardFactsProps) {
  const t = useTranslations('cards');
  const dice = lottery.lastDraw?.dice ?? null;
  return (
    <span className={styles.facts}>
      <span className={styles.last}>
        {dice === null ? null : <span className="visually-hidden">{t('last')} </span>}
        <Dice values={dice} size={wide ? 22 : 18} />
      </span>
      <span className={styles.stake}>
        {t.rich('from', { amount: () => <Amount minor={lottery.stakeMinMinor} unit={false} short /> })}
      </span>
      {!wide || lottery.minBalanceMinor === '0' ? null : (
        <span className={styles.stake}>
          {t.rich('minBalance', { amount: () => <Amount minor={lottery.minBalanceMinor} unit={false} short /> })}
        </span>
      )}
      {openBets === 0 ? null : <span className={styles.open}>{t('openBets', { count: openBets })}</span>}
    </span>
  );
}
