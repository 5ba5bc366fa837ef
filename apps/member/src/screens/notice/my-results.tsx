import { useInfiniteQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { slipsQuery } from '../../api/lottery/slips.ts';
import { PlayNote } from '../../features/house/play-note.tsx';
import { useMoneyText } from '../../features/house/use-money.ts';
import { Days } from '../../features/lists/days.tsx';
import { EndlessQuery } from '../../features/lists/endless-query.tsx';
import { type SettledResult, settledResults } from '../../features/slips/settled-results.ts';
import { settledWords } from '../../features/slips/settled-words.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Dice } from '../../ui/dice/dice.tsx';
import { Mark } from '../../ui/mark/mark.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import styles from './notice.module.css';

/** Results of the member's bets, one for each draw, newest first. A result opens its bet. */
export function MyResults() {
  const t = useTranslations('slips');
  const list = useInfiniteQuery(slipsQuery(null));
  return (
    <>
      <EndlessQuery
        query={list}
        blocks={[72, 72, 72]}
        empty={
          <Notice
            sign={<Mark state="open" size={48} silent />}
            title={t('none')}
            actions={<ButtonLink to={paths.game()}>{t('toGames')}</ButtonLink>}
          >
            <p>{t('noneText')}</p>
          </Notice>
        }
      >
        {(slips) => (
          <Days items={settledResults(slips, list.hasNextPage)}>
            {(result) => <ResultRow key={result.drawId} result={result} />}
          </Days>
        )}
      </EndlessQuery>
      <PlayNote />
    </>
  );
}

function ResultRow({ result: { lotteryName, period, slips } }: { result: SettledResult }) {
  const t = useTranslations('settled');
  const money = useMoneyText();
  const [first] = slips;
  const { key, paid, staked } = settledWords(slips, period);
  return (
    <li>
      <Link to={paths.gameRecord({ id: first.id })} className={styles.message}>
        <span className={styles.words}>
          <span className={styles.read}>
            {t(key, { period: String(period), paid: money(paid), staked: money(staked) })}
          </span>
          <span className={styles.time}>{lotteryName}</span>
        </span>
        {first.dice === null ? null : <Dice values={first.dice} size={20} />}
        <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className={styles.pointing} />
      </Link>
    </li>
  );
}
