import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import History from 'lucide-react/icons/history';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { drawQuery, drawsQuery } from '../../api/lottery/lotteries.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Draw, LotteryWithTable, Me } from '../../api/shared/types.ts';
import { Amount } from '../../features/house/amount.tsx';
import { PlayNote } from '../../features/house/play-note.tsx';
import { useCurrency } from '../../features/house/use-money.ts';
import { useLiveLottery } from '../../features/lotteries/use-live-lottery.ts';
import { paths } from '../../paths.ts';
import { IconButton } from '../../ui/button/button.tsx';
import { deferred } from '../../ui/deferred.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import styles from './lottery-table.module.css';
import { OddsGrid } from './odds-grid.tsx';
import { DrawStrip } from './period/draw-strip.tsx';
import { drawsAtOf, latestDraw } from './period/latest-draw.ts';
import { Milestones } from './period/milestones.tsx';
import { PeriodCard } from './period/period-card.tsx';
import { PlayLine } from './play/play-line.tsx';
import { useResumesAt } from './play/use-resumes-at.ts';
import { Dock } from './slip/dock.tsx';
import { DockMessage } from './slip/dock-message.tsx';
import { useSlip } from './slip/use-slip.ts';

const HistorySheet = deferred(async () => (await import('./history/history-sheet.tsx')).HistorySheet, {
  isWanted: ({ open }) => open,
  close: ({ onOpenChange }) => onOpenChange(false),
});
const DrawSheet = deferred(async () => (await import('./period/draw-sheet.tsx')).DrawSheet, {
  isWanted: ({ draw }) => draw !== null,
  close: ({ onClose }) => onClose(),
});
const SlipSheet = deferred(async () => (await import('./slip/slip-sheet.tsx')).SlipSheet, {
  isWanted: ({ step, placing }) => step !== null || placing.status === 'accepted',
  close: ({ onStep, onDone, placing }) => (placing.status === 'accepted' ? onDone() : onStep(null)),
});
/** Nobody plays without it. */
const RealityCheck = deferred(async () => (await import('./play/reality-check.tsx')).RealityCheck);

interface LotteryTableProps {
  given: LotteryWithTable;
  me: Me;
  /** A period to open at once, or null. */
  askedPeriod: number | null;
}

export function LotteryTable({ given, me, askedPeriod }: LotteryTableProps) {
  const t = useTranslations('lottery');
  const lottery = useLiveLottery(given);
  const { exponent } = useCurrency();
  const draws = useInfiniteQuery(drawsQuery(lottery.key)).data?.pages.flatMap((page) => page.items) ?? [];
  const latest = latestDraw(lottery, draws);
  const [historyOpen, setHistoryOpen] = useState(false);
  const [pickedId, setPickedId] = useState(askedPeriod === null ? null : `${lottery.key}/${askedPeriod}`);
  const picked = usePickedDraw(pickedId, latest === null ? draws : [latest, ...draws]);
  const resumesAtMs = useResumesAt();
  const slip = useSlip(lottery, me, exponent);
  const refresh = useRefreshOf(lottery.key);
  return (
    <Screen
      title={lottery.name}
      back={paths.game()}
      action={
        <>
          <span className={styles.balance}>
            <span className="visually-hidden">{t('available')} </span>
            <Amount minor={me.availableMinor} />
          </span>
          <IconButton label={t('history')} onClick={() => setHistoryOpen(true)}>
            <History size={22} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </>
      }
      onRefresh={refresh}
      foot={
        <Dock
          slip={slip.slip}
          exponent={exponent}
          figures={slip.figures}
          last={slip.last}
          blocked={lottery.closed || resumesAtMs !== null}
          message={<DockMessage lottery={lottery} me={me} slip={slip} />}
          dispatch={slip.dispatch}
          onReview={slip.review}
        />
      }
    >
      <div className={styles.page}>
        <PlayLine />
        <PeriodCard lottery={lottery} />
        {latest === null ? (
          <p className={styles.first}>{t('firstDraw')}</p>
        ) : (
          <DrawStrip
            key={latest.drawId}
            draw={latest}
            drawsAtMs={drawsAtOf(lottery, latest.period)}
            onOpen={() => setPickedId(latest.drawId)}
          />
        )}
        <OddsGrid
          table={lottery.table}
          selections={slip.slip.selections}
          onToggle={(bet) => slip.dispatch({ type: 'toggle', bet })}
        />
        <PlayNote />
        <Milestones lottery={lottery} draw={latest} />
      </div>
      <HistorySheet
        lottery={lottery}
        open={historyOpen}
        onOpenChange={setHistoryOpen}
        onPick={(draw) => {
          setHistoryOpen(false);
          setPickedId(draw.drawId);
        }}
      />
      <DrawSheet lottery={lottery} draw={picked} onClose={() => setPickedId(null)} />
      <SlipSheet {...slip.sheet} />
      <RealityCheck held={slip.placing.status === 'sending'} />
    </Screen>
  );
}

/** The draw that was tapped, or that the address asks for; one that is not in the list yet is fetched. */
function usePickedDraw(drawId: string | null, known: readonly Draw[]): Draw | null {
  const found = known.find((draw) => draw.drawId === drawId) ?? null;
  const fetched = useQuery({ ...drawQuery(drawId ?? ''), enabled: drawId !== null && found === null });
  return drawId === null ? null : (found ?? fetched.data ?? null);
}

function useRefreshOf(key: string): () => Promise<unknown> {
  const client = useQueryClient();
  return () => {
    const ask = { throwOnError: true };
    return Promise.all([
      client.refetchQueries({ queryKey: keys.lottery(key) }, ask),
      client.refetchQueries({ queryKey: keys.draws(key) }, ask),
      client.refetchQueries({ queryKey: keys.me }, ask),
      client.refetchQueries({ queryKey: keys.play }, ask),
    ]);
  };
}
