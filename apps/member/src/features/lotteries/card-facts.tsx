import { useTranslations } from 'use-intl';
import type { Lottery } from '../../api/shared/types.ts';
import { Dice } from '../../ui/dice/dice.tsx';
import { Amount } from '../house/amount.tsx';
import styles from './card-facts.module.css';

interface CardFactsProps {
  lottery: Lottery;
  /** Own slips that wait for their draw. */
  openBets: number;
  /** Edge of a die in px. */
  dieSize?: number;
}

/** What a card says of its table: the last dice, the smallest stake, and how many own bets wait there. */
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
      {openBets === 0 ? null : <span className={styles.open}>{t('openBets', { count: openBets })}</span>}
    </span>
  );
}
