import { useQueryClient } from '@tanstack/react-query';
import History from 'lucide-react/icons/history';
import { memo, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { keys } from '../../api/shared/query-keys.ts';
import type { Draw, LotteryWithTable, Me, Slip } from '../../api/shared/types.ts';
import { Amount } from '../../features/house/amount.tsx';
import { useCurrency } from '../../features/house/currency.tsx';
import { PlayFoot } from '../../features/house/play-foot.tsx';
import { type NamedStop, StopNotes } from '../../features/lotteries/stop-notes.tsx';
import { useLiveLottery } from '../../features/lotteries/use-live-lottery.ts';
import { paths } from '../../paths.ts';
import { IconButton } from '../../ui/button/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import { Screen } from '../../ui/screen/screen.tsx';
import { useStable } from '../../ui/use-stable.ts';
import { useBlock } from './bounds/use-block.ts';
import { useSlipIssue } from './bounds/use-slip-issue.ts';
import { BetGrid } from './cells/bet-grid.tsx';
import { useDigitKeys } from './cells/use-digit-keys.ts';
import { keptHistoryPlace } from './history/history-place.ts';
import styles from './lottery-table.module.css';
import { isNetWin, litBets, type MyPeriod, waitingStakes } from './my-bets/my-bets.ts';
import { MyBetsStrip } from './my-bets/my-bets-strip.tsx';
import { SpokenResult } from './my-bets/spoken-result.tsx';
import { useMyBets } from './my-bets/use-my-bets.ts';
import { DrawStrip } from './period/draw-strip.tsx';
import { drawsAtOf } from './period/latest-draw.ts';
import { Milestones } from './period/milestones.tsx';
import { PeriodCard } from './period/period-card.tsx';
import { useShownDraws } from './period/use-shown-draws.ts';
import { PlayLine } from './play/play-line.tsx';
import { RulesLine } from './rules/rules-line.tsx';
import { chipsOf } from './slip/chips.tsx';
import { Dock } from './slip/dock.tsx';
import { DockMessage } from './slip/dock-message.tsx';
import { SidePanel } from './slip/side-panel.tsx';
import type { SlipIssue } from './slip/slip-issues.ts';
import { type SlipControl, useSlip } from './slip/use-slip.ts';
import { type OpenedSheet, TableSheets } from './table-sheets.tsx';
import { useSidePanel } from './use-side-panel.ts';

interface LotteryTableProps {
  given: LotteryWithTable;
  me: Me;
  /** A period to open immediately; null for none. */
  requestedPeriod: number | null;
}

export function LotteryTable({ given, me, requestedPeriod }: LotteryTableProps) {
  const lottery = useLiveLottery(given);
  const { exponent } = useCurrency();
  // Back from the check of a past draw leads to the sheet that it was chosen in.
  const isBack = keptHistoryPlace(useLocation().key) !== null;
  const shown = useShownDraws(lottery, isBack ? null : requestedPeriod);
  const { latest, fallen } = shown;
  const own = useMyBets(lottery.key, lottery.current.period, latest, fallen);
  const [opened, setOpened] = useState<OpenedSheet | null>(isBack ? { kind: 'history' } : null);
  const slip = useSlip(lottery, me, exponent, own);
  const block = useBlock(lottery, me);
  const placed = own.find(({ period }) => period === lottery.current.period)?.slips ?? NO_SLIPS;
  const issue = useIssue(lottery, slip, placed);
  const isFrozen = !slip.isFree;
  const canAdd = block === null && !isFrozen;
  const refresh = useRefreshOf(lottery.key);
  const side = useSidePanel();
  const openHistory = useStable(() => setOpened({ kind: 'history' }));
  const openRules = useStable(() => setOpened({ kind: 'rules' }));
  const openLatest = useStable(() => shown.pick(latest?.drawId ?? null));
  useDigitKeys(chipsOf(exponent), (chipMinor) => {
    if (block === null) slip.dispatch({ type: 'chip', chipMinor });
  });
  const dock = (
    <Dock
      control={slip}
      exponent={exponent}
      isBlocked={block !== null}
      isRefused={!isFrozen && (block !== null || issue !== null)}
      message={<DockMessage {...{ lottery, me, slip, block, issue, placed }} />}
    />
  );
  const myStrip = own.length === 0 ? null : <MyBetsStrip own={own} openPeriod={lottery.current.period} />;
  return (
    <Screen
      title={lottery.name}
      isOneRow
      back={paths.game()}
      action={<TableAction availableMinor={me.availableMinor} onHistory={openHistory} />}
      onRefresh={refresh}
      {...(side
        ? { aside: <SidePanel own={myStrip} dock={dock} control={slip} table={lottery.table} /> }
        : { foot: dock })}
    >
      <div className={classNames(styles.page, side && styles.beside)}>
        <PlayLine />
        <RetirementLine lottery={lottery} />
        <StopNotes stops={stopsOf(lottery)} />
        <div className={styles.head}>
          <PeriodCard lottery={lottery} />
          {latest === null ? (
            <FirstDraw />
          ) : (
            <DrawStrip
              key={latest.drawId}
              draw={latest}
              drawsAtMs={drawsAtOf(lottery, latest.period)}
              onRest={shown.rest}
              onOpen={openLatest}
            />
          )}
        </div>
        {side ? null : myStrip}
        <RulesLine table={lottery.table} onOpen={openRules} />
        <Bets
          {...{ lottery, slip, own, fallen, canAdd }}
          isBlocked={block !== null}
          onStake={(bet) => setOpened({ kind: 'stake', bet })}
        />
        <PlayFoot />
        <Milestones lottery={lottery} draw={latest} />
        <SpokenResult own={own} />
      </div>
      <TableSheets {...{ lottery, slip, shown, own, side, opened }} onClose={() => setOpened(null)} />
    </Screen>
  );
}

interface BetsProps {
  lottery: LotteryWithTable;
  slip: SlipControl;
  own: readonly MyPeriod[];
  fallen: Draw | null;
  /** True if the member cannot bet here now. A frozen slip says why when a bet is pressed. */
  isBlocked: boolean;
  canAdd: boolean;
  /** Opens the amount of a bet. */
  onStake(bet: string): void;
}

/** The grid of bets, with values that stay the same while nothing changes for it. */
function Bets({ lottery: { table }, slip, own, fallen, isBlocked, canAdd, onStake }: BetsProps) {
  const waiting = useMemo(() => waitingStakes(own), [own]);
  const lit = useMemo(() => litBets(table.bets, own, fallen), [table, own, fallen]);
  const tap = useStable((bet: string) => {
    if (!isBlocked) slip.dispatch({ type: 'tap', bet });
  });
  const hold = useStable((bet: string) => {
    if (!isBlocked && slip.mayChange()) onStake(bet);
  });
  const confirm = useStable(slip.review);
  return (
    <BetGrid
      {...{ table, waiting, lit }}
      isNetWin={isNetWin(own, fallen)}
      canAdd={canAdd}
      selections={slip.slip.selections}
      onTap={tap}
      onHold={hold}
      onConfirm={confirm}
    />
  );
}

interface TableActionProps {
  availableMinor: string;
  onHistory(): void;
}

const TableAction = memo(function TableAction({ availableMinor, onHistory }: TableActionProps) {
  const t = useTranslations('lottery');
  return (
    <>
      <span className={styles.balance}>
        <span className="visually-hidden">{t('available')} </span>
        <Amount minor={availableMinor} />
      </span>
      <IconButton label={t('history')} onClick={onHistory}>
        <History size={22} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </>
  );
});

/** The stop of a table's bets, or of all bets, as a list of one or none. */
function stopsOf({ stop, name }: LotteryWithTable): NamedStop[] {
  return stop === null ? [] : [{ ...stop, name: stop.lottery === null ? null : name }];
}

/** Says when a retired table takes its last bets. */
function RetirementLine({ lottery: { closed, retiresAtMs } }: { lottery: LotteryWithTable }) {
  const t = useTranslations('lottery');
  const times = useTimes();
  if (retiresAtMs === null || closed) return null;
  return (
    <p className={styles.retires} role="status">
      {t('retiresText', { at: times.clock(retiresAtMs) })}
    </p>
  );
}

function FirstDraw() {
  const t = useTranslations('lottery');
  return <p className={styles.first}>{t('firstDraw')}</p>;
}

const NO_SLIPS: readonly Slip[] = [];

/** Why the server would refuse the slip; null if it is empty or on its way, or if nothing known forbids it. */
function useIssue({ table }: LotteryWithTable, control: SlipControl, placed: readonly Slip[]): SlipIssue | null {
  const { figures, isFree } = control;
  const { selections } = control.slip;
  const issues = control.issues.filter(({ code }) => code !== 'no-selection');
  const issue = useSlipIssue({ selections, figures, issues, table, closed: false, placed });
  return isFree ? issue : null;
}

function useRefreshOf(key: string): () => Promise<unknown> {
  const client = useQueryClient();
  return () => {
    const ask = { throwOnError: true };
    const requested = [keys.lottery(key), keys.draws(key), keys.myBets(key), keys.me, keys.play];
    return Promise.all(requested.map((queryKey) => client.refetchQueries({ queryKey }, ask)));
  };
}
