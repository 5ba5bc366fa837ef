import type { Fraction } from '@tercet/fair';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useTranslations } from 'use-intl';
import type { HouseTable, TableBet } from '../../../api/shared/types.ts';
import { useOddsText } from '../../../features/bets/odds-text.ts';
import { useBetName } from '../../../features/bets/use-bet-name.ts';
import { usePercent } from '../../../features/bets/use-percent.ts';
import { LotteryIcon } from '../../../ui/lottery-icon/lottery-icon.tsx';
import { Changes } from './changes.tsx';
import styles from './odds.module.css';

/** One lottery: name and range of returns, with its bets and earlier tables in a disclosure. */
export function LotteryOdds({ lottery }: { lottery: HouseTable }) {
  const { name, icon, table, changes, changesTotal } = lottery;
  return (
    <details className={styles.lottery}>
      <summary className={styles.summary}>
        <LotteryIcon name={icon} size={28} className={styles.icon} />
        <span className={styles.words}>
          <span className={styles.name}>{name}</span>
          <Span bets={table.bets} />
        </span>
        <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" className={styles.chevron} />
      </summary>
      <BetTable name={name} bets={table.bets} />
      <Changes changes={changes} total={changesTotal} />
    </details>
  );
}

/** Range of the returns of all bets. */
function Span({ bets }: { bets: readonly TableBet[] }) {
  const t = useTranslations('house.odds');
  const percent = usePercent();
  const sorted = bets.map(rtpOf).sort((a, b) => Number(a.num * b.den - b.num * a.den));
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) return null;
  const [from, to] = [percent(least), percent(most)];
  return <span className={styles.soft}>{from === to ? t('returnsSame', { from }) : t('returns', { from, to })}</span>;
}

function BetTable({ name, bets }: { name: string; bets: readonly TableBet[] }) {
  const t = useTranslations('house.odds');
  const betName = useBetName();
  const odds = useOddsText();
  const percent = usePercent();
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t('caption', { name })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('bet')}</th>
          <th scope="col">{t('pays')}</th>
          <th scope="col">{t('chance')}</th>
          <th scope="col">{t('rtp')}</th>
        </tr>
      </thead>
      <tbody>
        {bets.map((bet) => (
          <tr key={bet.bet}>
            <th scope="row">{betName(bet.bet)}</th>
            <td>
              <bdi dir="ltr">{odds.multiplier(bet)}</bdi>
            </td>
            <td>
              <bdi>{odds.chance(bet)}</bdi>
              <Exact num={String(bet.chance.ways)} den={String(bet.chance.of)} />
            </td>
            <td>
              <bdi>{percent(rtpOf(bet))}</bdi>
              <Exact num={bet.rtp.num} den={bet.rtp.den} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Exact({ num, den }: { num: string; den: string }) {
  return (
    <span className={styles.exact}>
      <bdi dir="ltr">{`${num}/${den}`}</bdi>
    </span>
  );
}

function rtpOf({ rtp }: TableBet): Fraction {
  return { num: BigInt(rtp.num), den: BigInt(rtp.den) };
}
