import { facesOf } from '@tercet/contract/bet-groups.ts';
import Check from 'lucide-react/icons/check';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { TableBet } from '../../../api/shared/types.ts';
import { useOddsText } from '../../../features/bets/odds-text.ts';
import { useBetName } from '../../../features/bets/use-bet-name.ts';
import { Amount } from '../../../features/house/amount.tsx';
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
  const { bet, stakeMinor, waitingMinor, paidMinor, isTabStop, onTap, onHold } = props;
  const t = useTranslations('lottery');
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
      <Odds bet={bet} />
      {range === undefined ? null : <span className="visually-hidden">{range}</span>}
      <MyChips waitingMinor={waitingMinor} paidMinor={paidMinor} />
      {stakeMinor === null ? null : (
        <span className={styles.stake}>
          <span className="visually-hidden">{t('onSlip')} </span>
          <Amount minor={stakeMinor} unit={false} short />
        </span>
      )}
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

function Odds({ bet }: { bet: TableBet }) {
  const t = useTranslations('lottery');
  const odds = useOddsText();
  return (
    <>
      <span className="visually-hidden">{t('pays')} </span>
      <bdi dir="ltr" className={styles.multiplier}>
        {odds.multiplierInCell(bet)}
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
    </>
  );
}

/** The accepted stake, and a mark with the payout of a winning bet. */
function MyChips({ waitingMinor, paidMinor }: Pick<BetCellProps, 'waitingMinor' | 'paidMinor'>) {
  const t = useTranslations('ownBets');
  return (
    <>
      {waitingMinor === null ? null : (
        <span className={styles.placed}>
          <span className="visually-hidden">{t('placed')} </span>
          <Amount minor={waitingMinor} unit={false} short />
        </span>
      )}
      {paidMinor === null ? null : (
        <span className={styles.winning}>
          <Check size={12} strokeWidth={2.5} aria-hidden="true" />
          <span className="visually-hidden">{t('winning')} </span>
          {paidMinor > 0n ? <Amount minor={paidMinor} sign="always" unit={false} short /> : null}
        </span>
      )}
    </>
  );
}
