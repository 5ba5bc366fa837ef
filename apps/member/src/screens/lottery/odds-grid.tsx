import { memo, useCallback, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Table, TableBet } from '../../api/shared/types.ts';
import { useOddsText } from '../../features/bets/odds-text.ts';
import { useBetName } from '../../features/bets/use-bet-name.ts';
import { Amount } from '../../features/house/amount.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './odds-grid.module.css';
import type { Selection } from './slip/slip-reducer.ts';

interface OddsGridProps {
  table: Table;
  selections: readonly Selection[];
  onToggle(bet: string): void;
}

/** Every bet with what it pays, how likely it wins and what it returns in the long run, before the tap. */
export function OddsGrid({ table, selections, onToggle }: OddsGridProps) {
  const t = useTranslations('lottery');
  const latest = useRef(onToggle);
  latest.current = onToggle;
  const toggle = useCallback((bet: string) => latest.current(bet), []);
  const chosen = new Map(selections.map(({ bet, stakeMinor }) => [bet, stakeMinor]));
  return (
    <section aria-label={t('bets')} className={styles.section}>
      <p className={styles.legend}>
        <span>{t('legendPays')}</span>
        <span>{t('legendChance')}</span>
      </p>
      <ul className={styles.grid}>
        {table.bets.map((bet) => (
          <li key={bet.bet}>
            <Cell bet={bet} stakeMinor={chosen.get(bet.bet) ?? null} onToggle={toggle} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface CellProps {
  bet: TableBet;
  stakeMinor: bigint | null;
  onToggle(bet: string): void;
}

/** A tap draws its own cell anew, and none of the others. */
const Cell = memo(function Cell({ bet, stakeMinor, onToggle }: CellProps) {
  const t = useTranslations('lottery');
  const name = useBetName();
  const odds = useOddsText();
  return (
    <button
      type="button"
      className={classNames(styles.cell, stakeMinor !== null && styles.chosen)}
      aria-pressed={stakeMinor !== null}
      onClick={() => onToggle(bet.bet)}
    >
      <span className={styles.name}>
        <span className="visually-hidden">{name(bet.bet)} </span>
        <span aria-hidden="true">{name(bet.bet, 'short')}</span>
      </span>
      <span className="visually-hidden">{t('pays')} </span>
      <bdi dir="ltr" className={styles.multiplier}>
        {odds.multiplier(bet)}
      </bdi>
      <span className={styles.odds}>
        <span className="visually-hidden">{t('chance')} </span>
        <bdi>{odds.chance(bet)}</bdi>
        <span aria-hidden="true" className={styles.dot}>
          ·
        </span>
        <span className="visually-hidden">{t('returns')} </span>
        <bdi>{odds.rtp(bet)}</bdi>
      </span>
      {stakeMinor === null ? null : (
        <span className={styles.stake}>
          <span className="visually-hidden">{t('onSlip')} </span>
          <Amount minor={stakeMinor} unit={false} short />
        </span>
      )}
    </button>
  );
});
