import { groupBets } from '@tercet/contract/bet-groups.ts';
import { memo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Table, TableBet } from '../../../api/shared/types.ts';
import { useOddsText } from '../../../features/bets/odds-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { Selection } from '../slip/slip-reducer.ts';
import { BetCell } from './bet-cell.tsx';
import styles from './bet-grid.module.css';
import { type Direction, nextCell } from './next-cell.ts';

interface BetGridProps {
  table: Table;
  selections: readonly Selection[];
  /** The member's accepted stakes before the draw, by bet. */
  waiting: ReadonlyMap<string, bigint>;
  /** Winning bets of the last draw, with the member's payout of each; null highlights none. */
  lit: ReadonlyMap<string, bigint> | null;
  /** True if the member's bets of that draw paid more than they cost. */
  isNetWin: boolean;
  /** False if no bet can be chosen now. */
  canAdd: boolean;
  onTap(bet: string): void;
  /** Opens the amount of a bet. */
  onHold(bet: string): void;
  /** Opens the slip: Enter on a bet, if the slip has bets. */
  onConfirm(): void;
}

/**
 * All bets with multiplier, chance and return. Tables with Sic Bo bets are grouped by kind. Memoized, so that news of
 * the table does not render the bets again.
 */
export const BetGrid = memo(function BetGrid(props: BetGridProps) {
  const { table, selections, waiting, lit, isNetWin, canAdd, onTap, onHold, onConfirm } = props;
  const t = useTranslations('lottery');
  const kinds = useTranslations('tableRules.groups');
  const groups = groupBets(table.bets);
  const isPlain = groups.every(({ group }) => group === 'even' || group === 'sums');
  const chosen = new Map(selections.map(({ bet, stakeMinor }) => [bet, stakeMinor]));
  // Set by keys, not by the focus: only the Tab key needs it, and a tap must not render the grid for it.
  const [stop, setStop] = useState(table.bets[0]?.bet ?? '');
  const odds = useOddsText();
  const isWide = (bets: readonly TableBet[]) => bets.some((bet) => odds.multiplierInCell(bet).length > ODDS_LENGTH_MAX);
  const cell = (bet: TableBet) => (
    <li key={bet.bet}>
      <BetCell
        bet={bet}
        stakeMinor={chosen.get(bet.bet) ?? null}
        waitingMinor={waiting.get(bet.bet) ?? null}
        paidMinor={lit?.get(bet.bet) ?? null}
        isNetWin={isNetWin}
        canAdd={canAdd}
        isTabStop={bet.bet === stop}
        onTap={onTap}
        onHold={onHold}
      />
    </li>
  );
  return (
    <section
      aria-label={t('bets')}
      className={styles.section}
      onKeyDown={(event) => {
        const from = (event.target as Element).closest<HTMLElement>('[data-cell]');
        if (from === null) return;
        setStop(from.dataset.cell ?? '');
        if (event.key === 'Enter') {
          // On an empty slip Enter presses the bet, so a held key would add a chip with each repetition.
          if (selections.length > 0 || event.repeat) event.preventDefault();
          if (selections.length > 0 && !event.repeat) onConfirm();
          return;
        }
        const direction = DIRECTIONS[event.key];
        if (direction === undefined) return;
        event.preventDefault();
        const cells = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-cell]')];
        const rects = cells.map((one) => one.getBoundingClientRect());
        const next = cells[nextCell(rects, cells.indexOf(from), direction)];
        next?.focus();
        setStop(next?.dataset.cell ?? from.dataset.cell ?? '');
      }}
    >
      <p className={styles.legend}>
        <span>{t('legendPays')}</span>
        <span>{t('legendChance')}</span>
      </p>
      {groups.map(({ group, bets }) =>
        isPlain ? (
          <ul key={group} className={classNames(styles.grid, styles[group])}>
            {bets.map(cell)}
          </ul>
        ) : (
          <section key={group} className={styles.group} aria-labelledby={`bets-${group}`}>
            <h2 id={`bets-${group}`} className={styles.kind}>
              {kinds(group)}
            </h2>
            <ul className={classNames(styles.grid, styles[group], isWide(bets) && styles.wide)}>{bets.map(cell)}</ul>
          </section>
        ),
      )}
    </section>
  );
});

/** Maximum characters of odds in a third of a row; longer ones get half a row. */
const ODDS_LENGTH_MAX = 15;

const DIRECTIONS: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
