import { useLocation } from 'react-router';
import type { LotteryWithTable } from '../../api/shared/types.ts';
import { withWords } from '../../features/language/active-language.ts';
import { deferred } from '../../ui/deferred.tsx';
import { forgetHistoryPlace } from './history/history-place.ts';
import type { MyPeriod } from './my-bets/my-bets.ts';
import type { ShownDraws } from './period/use-shown-draws.ts';
import { useCheckDue } from './play/use-check-due.ts';
import type { SlipControl } from './slip/use-slip.ts';

const HistorySheet = deferred(async () => (await import('./history/history-sheet.tsx')).HistorySheet, {
  isWanted: ({ open }) => open,
  close: ({ onOpenChange }) => onOpenChange(false),
});
const RulesSheet = deferred(
  () => withWords(['play', 'share', 'person'], async () => (await import('./rules/rules-sheet.tsx')).RulesSheet),
  {
    isWanted: ({ open }) => open,
    close: ({ onOpenChange }) => onOpenChange(false),
  },
);
const DrawSheet = deferred(async () => (await import('./period/draw-sheet.tsx')).DrawSheet, {
  isWanted: ({ draw }) => draw !== null,
  close: ({ onClose }) => onClose(),
});
const StakeSheet = deferred(async () => (await import('./stakes/stake-sheet.tsx')).StakeSheet, {
  isWanted: ({ bet }) => bet !== null,
  close: ({ onClose }) => onClose(),
});
const SlipSheet = deferred(async () => (await import('./slip/slip-sheet.tsx')).SlipSheet, {
  isWanted: ({ open, placing }) => open || placing.status === 'accepted',
  close: ({ onClose, onDone, placing }) => (placing.status === 'accepted' ? onDone() : onClose()),
});
/** Required before play once it is due, so its load failure then replaces the screen. */
const RealityCheck = deferred(async () => (await import('./play/reality-check.tsx')).RealityCheck, {
  isWanted: ({ open }) => open,
});

export type OpenedSheet = { kind: 'history' } | { kind: 'rules' } | { kind: 'stake'; bet: string };

interface TableSheetsProps {
  lottery: LotteryWithTable;
  slip: SlipControl;
  shown: ShownDraws;
  own: readonly MyPeriod[];
  /** True if sheets open beside the table instead of over it. */
  side: boolean;
  opened: OpenedSheet | null;
  onClose(): void;
}

/**
 * The sheets of a table. They are closed while the reality check is due, since screen readers announce only one of two
 * dialogs. A slip being sent takes precedence over the check.
 */
export function TableSheets({ lottery, slip, shown, own, side, opened, onClose }: TableSheetsProps) {
  const isCheckDue = useCheckDue();
  const waits = isCheckDue && slip.placing.status !== 'sending';
  const sheet = waits ? null : opened;
  const { key: entry } = useLocation();
  const onOpenChange = (open: boolean) => {
    if (open) return;
    forgetHistoryPlace(entry);
    onClose();
  };
  return (
    <>
      <HistorySheet
        {...{ lottery, side, onOpenChange }}
        open={sheet?.kind === 'history'}
        onPick={(draw) => {
          onClose();
          shown.pick(draw.drawId);
        }}
      />
      <RulesSheet {...{ lottery, side, onOpenChange }} table={lottery.table} open={sheet?.kind === 'rules'} />
      <StakeSheet
        bet={sheet?.kind === 'stake' ? sheet.bet : null}
        table={lottery.table}
        slip={slip.slip}
        dispatch={slip.dispatch}
        onClose={onClose}
      />
      <DrawSheet
        lottery={lottery}
        draw={waits ? null : shown.picked}
        onClose={() => {
          forgetHistoryPlace(entry);
          shown.pick(null);
        }}
      />
      <SlipSheet {...slip.sheet} {...{ side, own, waits }} fallen={shown.fallen} />
      <RealityCheck open={waits} />
    </>
  );
}
