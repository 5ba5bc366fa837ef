import { facesOf } from '@tercet/contract/bet-groups.ts';
import Check from 'lucide-react/icons/check';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { TableBet } from '../../../api/shared/types.ts';
import { useOddsText } from '../../../features/bets/odds-text.ts';
import { useBetName } from '../../../features/bets/use-bet-name.ts';
import { Amount } from '../../../features/house/amount.tsx';
import { useMoneyNumber } from '../../../features/house/use-money.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Die } from '../../../ui/dice/dice.tsx';
import styles from './bet-cell.module.css';
import { useLongPress } from './use-long-press.ts';

interface BetCellProps {
  bet: TableBet;
  /** Stake on the slip; null if the bet is not on it. */
  stakeMinor: bigint | null;
  /** Accepted stake before the draw; null if none. */
  waitingMinor: bigint | null;
  /** Payout in the last draw: 0 for a winning bet that the member did not place, null for a bet that did not win. */
  paidMinor: bigint | null;
  /** True if the member's bets of that draw paid more than they cost. */
  isNetWin: boolean;
  /** False if the bet cannot be chosen now. A press may say why. */
  canAdd: boolean;
  isTabStop: boolean;
  onTap(bet: string): void;
  onHold(bet: string): void;
}

/** Sums that a bet covers, if its name does not say so. Read from left to right in every script. */
const RANGES: Record<string, string> = { small: '3–10', big: '11–18' };
const FACE_PX = 20;

/**
 * A bet on the table. A tap or Space adds a chip, a long press opens the amount. Memoized, so that a tap renders only
 * its cell.
 */
export const BetCell = memo(function BetCell(props: BetCellProps) {
  const { bet, stakeMinor, paidMinor, isNetWin, canAdd, isTabStop, onTap, onHold } = props;
  const chips = useChips(props);
  const range = RANGES[bet.bet];
  const press = useLongPress(
    () => onTap(bet.bet),
    () => onHold(bet.bet),
  );
  return (
    <button
      type="button"
      data-cell={bet.bet}
      className={classNames(styles.cell, stakeMinor !== null && styles.chosen, paidMinor !== null && styles.lit)}
      aria-pressed={stakeMinor !== null}
      aria-disabled={canAdd ? undefined : true}
      tabIndex={isTabStop ? 0 : -1}
      aria-keyshortcuts="Shift+Enter"
      {...press}
    >
      <Name bet={bet.bet} />
      {range === undefined ? null : (
        <bdi dir="ltr" className={styles.range} aria-hidden="true">
          {range}
        </bdi>
      )}
      <Odds bet={bet} chips={chips} />
      {range === undefined ? null : <span className="visually-hidden">{range}</span>}
      {paidMinor === null ? null : <WinningMark />}
      {chips.length === 0 ? null : <Chips chips={chips} isNetWin={isNetWin} />}
    </button>
  );
});

function Name({ bet }: { bet: string }) {
  const name = useBetName();
  const faces = facesOf(bet);
  return (
    <span className={styles.name}>
      <span className="visually-hidden">{name(bet)} </span>
      {faces.length === 0 ? (
        <span aria-hidden="true">{name(bet, 'short')}</span>
      ) : (
        <span className={styles.faces} dir="ltr" aria-hidden="true">
          {faces.map((face, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: faces repeat and never move.
            <Die key={place} value={face} size={FACE_PX} />
          ))}
        </span>
      )}
    </span>
  );
}

function Odds({ bet, chips }: { bet: TableBet; chips: readonly Chip[] }) {
  const t = useTranslations('lottery');
  const odds = useOddsText();
  return (
    <>
      <span className="visually-hidden">{t('pays')} </span>
      <bdi dir="ltr" className={isLong(chips) ? 'visually-hidden' : styles.multiplier}>
        {odds.multiplierInCell(bet)}
      </bdi>
      <span className={chips.length === 0 ? styles.odds : 'visually-hidden'}>
        <span className="visually-hidden">{t('chance')} </span>
        <bdi>{odds.chance(bet)}</bdi>
        <span aria-hidden="true" className={styles.dot}>
          ·
        </span>
        <span className="visually-hidden">{t('returns')} </span>
        <bdi>{odds.rtp(bet)}</bdi>
      </span>
    </>
  );
}

function WinningMark() {
  const t = useTranslations('ownBets');
  return (
    <span className={styles.mark}>
      <Check size={12} strokeWidth={2.5} aria-hidden="true" />
      <span className="visually-hidden">{t('winning')} </span>
    </span>
  );
}

interface Chip {
  kind: 'placed' | 'stake' | 'paid';
  minor: bigint;
  /** Characters of its amount. */
  length: number;
}

/** A cell has room for two. */
const CHIPS_MAX = 2;
/** Maximum characters of two chips side by side. */
const CHIPS_LENGTH_MAX = 9;

function useChips({ waitingMinor, stakeMinor, paidMinor }: BetCellProps): Chip[] {
  const number = useMoneyNumber();
  const chip = (kind: Chip['kind'], minor: bigint | null): Chip[] =>
    minor === null ? [] : [{ kind, minor, length: number(minor).length }];
  return [
    ...chip('placed', waitingMinor),
    ...chip('stake', stakeMinor),
    ...chip('paid', paidMinor === 0n ? null : paidMinor),
  ].slice(0, CHIPS_MAX);
}

function isLong(chips: readonly Chip[]): boolean {
  return chips.length === CHIPS_MAX && chips.reduce((sum, { length }) => sum + length, 0) > CHIPS_LENGTH_MAX;
}

/** The accepted stake, the stake on the slip and the payout, in the place of chance and return: nothing moves. */
function Chips({ chips, isNetWin }: { chips: readonly Chip[]; isNetWin: boolean }) {
  const t = useTranslations();
  const words = { placed: t('ownBets.placed'), stake: t('lottery.onSlip'), paid: null };
  return (
    <span className={classNames(styles.chips, isLong(chips) && styles.long)}>
      {chips.map(({ kind, minor }) => (
        <span
          key={kind}
          className={classNames(styles[kind], kind === 'paid' && isNetWin && styles.won)}
          data-chip={kind}
        >
          {words[kind] === null ? null : <span className="visually-hidden">{words[kind]} </span>}
          <Amount minor={minor} sign={kind === 'paid' && isNetWin ? 'always' : 'auto'} unit={false} short />
        </span>
      ))}
    </span>
  );
}
