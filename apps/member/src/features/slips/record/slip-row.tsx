import { useTranslations } from 'use-intl';
import type { Slip } from '../../../api/shared/types.ts';
import { Dice } from '../../../ui/dice/dice.tsx';
import { useListText } from '../../../ui/format/list-text.ts';
import { useTimes } from '../../../ui/format/use-times.ts';
import { LotteryIcon } from '../../../ui/lottery-icon/lottery-icon.tsx';
import { inBetOrder } from '../../bets/bet-order.ts';
import { useBetName } from '../../bets/use-bet-name.ts';
import { Amount } from '../../house/amount.tsx';
import { outcomeOf } from '../settled-words.ts';
import { SlipPill } from '../slip-pill.tsx';
import styles from './slip-row.module.css';

const NAMED_MAX = 3;

export function SlipRow({ slip, onOpen }: { slip: Slip; onOpen(): void }) {
  const t = useTranslations('slips');
  const times = useTimes();
  const name = useBetName();
  const list = useListText();
  const named = inBetOrder(slip.selections)
    .slice(0, NAMED_MAX)
    .map(({ bet }) => name(bet));
  const more = slip.selections.length - named.length;
  return (
    <li>
      <button type="button" className={styles.row} onClick={onOpen}>
        <span className={styles.icon}>
          <LotteryIcon name={slip.icon} size={26} />
        </span>
        <span className={styles.words}>
          <span className={styles.head}>
            {slip.lotteryName}{' '}
            <bdi dir="ltr" className={styles.period}>
              {slip.period}
            </bdi>
          </span>
          <span className={styles.bets}>
            {list(named)} {more > 0 ? <bdi dir="ltr">{t('moreBets', { count: more })}</bdi> : null}
          </span>
          <span className={styles.time}>{times.moment(slip.placedAtMs)}</span>
        </span>
        <span className={styles.end}>
          <Outcome slip={slip} />
          <SlipPill slip={slip} />
        </span>
        {slip.dice === null ? null : <Dice values={slip.dice} size={20} className={styles.dice} />}
      </button>
    </li>
  );
}

/** Stake, and payout once known. */
function Outcome({ slip }: { slip: Slip }) {
  const t = useTranslations('slips');
  const paid = slip.payoutMinor !== null && slip.payoutMinor !== '0';
  return (
    <span className={styles.amounts}>
      <span className={paid ? styles.staked : styles.main}>
        <span className="visually-hidden">{t('staked')} </span>
        <Amount minor={-BigInt(slip.totalMinor)} sign="always" unit={false} />
      </span>
      {paid && slip.payoutMinor !== null ? (
        <span className={outcomeOf(slip) === 'won' ? styles.paid : styles.main}>
          <span className="visually-hidden">{t('paid')} </span>
          <Amount minor={slip.payoutMinor} sign="always" unit={false} />
        </span>
      ) : null}
    </span>
  );
}
