import { useInfiniteQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { drawsQuery } from '../../../api/lottery/lotteries.ts';
import type { Draw, Lottery } from '../../../api/shared/types.ts';
import { EndlessQuery } from '../../../features/lists/endless-query.tsx';
import { type PagedQuery, useFurtherPages } from '../../../features/lists/use-further-pages.ts';
import { Mark } from '../../../ui/mark/mark.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { Segments } from '../../../ui/segments/segments.tsx';
import { Sheet } from '../../../ui/sheet/sheet.tsx';
import { BeadGrid, type DrawnDraw } from './bead-grid.tsx';
import { COUNTED_MAX, CountsTable } from './counts-table.tsx';
import { DrawList } from './draw-list.tsx';
import { type HistoryPlace, keepHistoryPlace, keptHistoryPlace } from './history-place.ts';
import styles from './history-sheet.module.css';
import { useMyResults } from './use-my-results.ts';

/** Bounds what counting reads after a long downtime. */
const PAGES_MAX = 60;
const VIEWS = ['list', 'grid', 'counts'] as const satisfies readonly HistoryPlace['view'][];

interface HistorySheetProps {
  lottery: Lottery;
  open: boolean;
  /** True if the sheet opens beside the table instead of over it. */
  side: boolean;
  onOpenChange(open: boolean): void;
  onPick(draw: Draw): void;
}

/** Past draws as a list, a grid and counts. */
export function HistorySheet({ lottery, open, side, onOpenChange, onPick }: HistorySheetProps) {
  const t = useTranslations('lottery');
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('history')} description={lottery.name} side={side}>
      <History lotteryKey={lottery.key} onPick={onPick} />
    </Sheet>
  );
}

function History({ lotteryKey, onPick }: { lotteryKey: string; onPick: (draw: Draw) => void }) {
  const t = useTranslations();
  const empty = (
    <Notice sign={<Mark state="open" size={40} silent />} title={t('lottery.historyEmpty')}>
      <p>{t('lottery.historyEmptyText')}</p>
    </Notice>
  );
  const query = useInfiniteQuery(drawsQuery(lotteryKey));
  return (
    <EndlessQuery query={query} blocks={[48, 360]} empty={empty}>
      {(draws) => <Draws lotteryKey={lotteryKey} query={query} draws={draws} onPick={onPick} />}
    </EndlessQuery>
  );
}

interface DrawsProps {
  lotteryKey: string;
  query: PagedQuery & { data?: { pages: readonly unknown[] } | undefined };
  /** Newest first. */
  draws: readonly Draw[];
  onPick(draw: Draw): void;
}

function Draws({ lotteryKey, query, draws, onPick }: DrawsProps) {
  const t = useTranslations('history');
  const own = useMyResults(lotteryKey, draws.at(-1)?.period ?? null);
  const { root, view, setView } = useKeptPlace();
  const drawn = draws.filter((draw): draw is DrawnDraw => draw.sum !== null);
  // Void draws fill pages, too, and the count must not depend on what the other views have loaded.
  const isShort = drawn.length < COUNTED_MAX && (query.data?.pages.length ?? 0) < PAGES_MAX;
  useFurtherPages(query, view === 'counts' && isShort);
  return (
    <div ref={root} className={styles.history}>
      <p className={styles.note}>{t('note')}</p>
      <Segments
        label={t('view')}
        value={view}
        options={VIEWS.map((value) => ({ value, label: t(value) }))}
        onChange={(next) => setView(next)}
      />
      {view === 'list' ? <DrawList draws={draws} own={own.byPeriod} onPick={onPick} /> : null}
      {view === 'grid' ? <BeadGrid draws={drawn} onPick={onPick} /> : null}
      {view === 'counts' ? <CountsTable draws={drawn} own={own.isComplete ? own.byPeriod : null} /> : null}
    </div>
  );
}

/** The chosen view and the scroll position of the sheet, kept while the member checks a draw. */
function useKeptPlace() {
  const { key: entry } = useLocation();
  const root = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(() => keptHistoryPlace(entry)?.view ?? 'list');
  useLayoutEffect(() => {
    const scroller = root.current?.closest('[data-sheet-content]');
    if (!scroller) return;
    const kept = keptHistoryPlace(entry);
    if (kept?.view === view) scroller.scrollTop = kept.scrollPx;
    const keep = () => keepHistoryPlace(entry, { view, scrollPx: scroller.scrollTop });
    keep();
    scroller.addEventListener('scroll', keep, { passive: true });
    return () => scroller.removeEventListener('scroll', keep);
  }, [entry, view]);
  return { root, view, setView };
}
