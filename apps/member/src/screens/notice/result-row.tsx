import ChevronRight from 'lucide-react/icons/chevron-right';
import { useTranslations } from 'use-intl';
import { useMoneyText } from '../../features/house/use-money.ts';
import type { SettledResult } from '../../features/slips/settled-results.ts';
import { settledWords } from '../../features/slips/settled-words.ts';
import { paths } from '../../paths.ts';
import { Dice } from '../../ui/dice/dice.tsx';
import { Link } from '../../ui/link/link.tsx';
import { UnreadDot } from '../../ui/unread/unread-dot.tsx';
import styles from './notice.module.css';

/**
 * Result of the member's bets in one draw. A tap opens its bet. The mark of a new result is the same whether the bets
 * won or lost.
 */
export function ResultRow({ result, fresh }: { result: SettledResult; fresh: boolean }) {
  const t = useTranslations('settled');
  const messages = useTranslations('messages');
  const money = useMoneyText();
  const { lotteryName, period, slips } = result;
  const [first] = slips;
  const { key, paid, staked } = settledWords(slips, period);
  return (
    <li>
      <Link to={paths.gameRecord({ id: first.id })} className={styles.message}>
        <span className={styles.words}>
          <span className={fresh ? styles.new : styles.read}>
            {t(key, { period: String(period), paid: money(paid), staked: money(staked) })}
          </span>
          <span className={styles.drawn}>
            <span className={styles.time}>{lotteryName}</span>
            {first.dice === null ? null : <Dice values={first.dice} size={20} />}
          </span>
        </span>
        {fresh ? <UnreadDot label={messages('new')} className={styles.dot} /> : null}
        <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className={styles.pointing} />
      </Link>
    </li>
  );
}
