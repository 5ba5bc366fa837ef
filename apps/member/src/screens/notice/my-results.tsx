import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { openBetsQuery, slipsQuery } from '../../api/lottery/slips.ts';
import type { Page, Slip } from '../../api/shared/types.ts';
import { PlayNote } from '../../features/house/play-note.tsx';
import { useMoneyText } from '../../features/house/use-money.ts';
import { Days } from '../../features/lists/days.tsx';
import { EndlessQuery } from '../../features/lists/endless-query.tsx';
import { useMemberId } from '../../features/session/use-session.ts';
import { isNewResult, noteResultsSeen, resultsSeen } from '../../features/slips/seen-results.ts';
import { type SettledResult, settledResults } from '../../features/slips/settled-results.ts';
import { settledWords } from '../../features/slips/settled-words.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Dice } from '../../ui/dice/dice.tsx';
import { Link } from '../../ui/link/link.tsx';
import { Mark } from '../../ui/mark/mark.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { UnreadDot } from '../../ui/unread/unread-dot.tsx';
import styles from './notice.module.css';

/** Results of the member's bets, one for each draw, newest first. A result opens its bet. */
export function MyResults() {
  const t = useTranslations('slips');
  const memberId = useMemberId();
  const list = useInfiniteQuery(slipsQuery(null));
  const open = useInfiniteQuery(openBetsQuery());
  // Fixed when the tab opens, so that new results keep their mark while the member reads.
  const [seenBefore] = useState(() => resultsSeen(memberId));
  useEffect(() => {
    if (list.data !== undefined) noteResultsSeen(memberId, slipsIn(list.data), slipsIn(open.data));
  }, [memberId, list.data, open.data]);
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
            {(result) => <ResultRow key={result.drawId} result={result} fresh={isNewResult(result, seenBefore)} />}
          </Days>
        )}
      </EndlessQuery>
      <PlayNote />
    </>
  );
}

function slipsIn(list: InfiniteData<Page<Slip>> | undefined): Slip[] {
  return list?.pages.flatMap(({ items }) => items) ?? [];
}

/** The mark of a new result is the same whether the bets won or lost. */
function ResultRow({ result: { lotteryName, period, slips }, fresh }: { result: SettledResult; fresh: boolean }) {
  const t = useTranslations('settled');
  const messages = useTranslations('messages');
  const money = useMoneyText();
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
