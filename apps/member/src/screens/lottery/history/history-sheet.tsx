import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { drawsQuery } from '../../../api/lottery/lotteries.ts';
import type { Draw, Lottery } from '../../../api/shared/types.ts';
import { EndlessQuery } from '../../../features/lists/endless-query.tsx';
import { markOfDraw } from '../../../features/proof/mark-of.ts';
import { Dice } from '../../../ui/dice/dice.tsx';
import { Part } from '../../../ui/load-failure/part.tsx';
import { Mark } from '../../../ui/mark/mark.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { preloadable } from '../../../ui/preloadable.tsx';
import { Sheet } from '../../../ui/sheet/sheet.tsx';
import styles from './history-sheet.module.css';

const TrendChart = preloadable(async () => (await import('./trend-chart.tsx')).TrendChart);
const TREND_MAX = 60;

interface HistorySheetProps {
  lottery: Lottery;
  open: boolean;
  onOpenChange(open: boolean): void;
  onPick(draw: Draw): void;
}

/** Past draws: the course of the sums, and the list. */
export function HistorySheet({ lottery, open, onOpenChange, onPick }: HistorySheetProps) {
  const t = useTranslations('lottery');
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('history')} description={lottery.name}>
      <History lotteryKey={lottery.key} onPick={onPick} />
    </Sheet>
  );
}

function History({ lotteryKey, onPick }: { lotteryKey: string; onPick: (draw: Draw) => void }) {
  const t = useTranslations('lottery');
  const empty = (
    <Notice sign={<Mark state="open" size={40} silent />} title={t('historyEmpty')}>
      <p>{t('historyEmptyText')}</p>
    </Notice>
  );
  return (
    <EndlessQuery query={useInfiniteQuery(drawsQuery(lotteryKey))} blocks={[160, 280]} empty={empty}>
      {(draws) => (
        <div className={styles.history}>
          <Trend drawn={draws.filter((draw) => draw.sum !== null)} />
          <ul className={styles.list}>
            {draws.map((draw) => (
              <li key={draw.drawId}>
                <button type="button" className={styles.row} onClick={() => onPick(draw)}>
                  <Mark state={markOfDraw(draw)} size={22} />
                  <span className={styles.period}>
                    <bdi dir="ltr">{draw.period}</bdi>
                  </span>
                  <Dice values={draw.dice} size={24} />
                  <span className={styles.sum}>{draw.sum ?? '–'}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </EndlessQuery>
  );
}

function Trend({ drawn }: { drawn: Draw[] }) {
  const t = useTranslations('lottery');
  if (drawn.length < 2) return null;
  return (
    <figure>
      <Part waiting={<div className={styles.chartSpace} />}>
        <TrendChart draws={drawn.slice(0, TREND_MAX)} />
      </Part>
      <figcaption className={styles.caption}>{t('trendNote')}</figcaption>
    </figure>
  );
}
