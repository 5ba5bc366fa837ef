import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useReducer, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { SlipBody } from '../../../api/lottery/slips.ts';
import { keys } from '../../../api/shared/query-keys.ts';
import type { LotteryWithTable, Me, Period, Placed } from '../../../api/shared/types.ts';
import { periodAt, periodOfDraw } from '../../../api/stream/stream-reducer.ts';
import { inBetOrder } from '../../../features/bets/bet-order.ts';
import { storedAttempt } from '../../../features/slips/attempts.ts';
import { say } from '../../../ui/toast/toast.tsx';
import type { MyPeriod } from '../my-bets/my-bets.ts';
import { useBalanceWithout } from '../placing/use-pending.ts';
import { type Placing, usePlacing } from '../placing/use-placing.ts';
import { chipsOf } from './chips.tsx';
import { type SlipFigures, slipFigures } from './slip-figures.ts';
import { type SlipIssue, slipIssues } from './slip-issues.ts';
import { keepLastBet, keepSlip, lastBet, storedSlip } from './slip-keeping.ts';
import { type Selection, type Slip, type SlipAction, slipReducer } from './slip-reducer.ts';
import type { SlipSheetProps } from './slip-sheet-props.ts';

export interface SlipControl {
  slip: Slip;
  figures: SlipFigures;
  issues: SlipIssue[];
  last: readonly Selection[];
  placing: Placing;
  dispatch(action: SlipAction): void;
  /** False while the slip is being sent or its outcome is unknown: it cannot change. */
  isFree: boolean;
  /** False while the outcome of the sent slip is unknown; then tells the member why. */
  mayChange(): boolean;
  /** Opens the sheet to confirm the slip. */
  review(): void;
  /** Puts the last accepted bet on the slip and opens the sheet. */
  repeat(): void;
  sheet: SlipSheetProps;
}

/** The slip of a table, from the first tap to the receipt. */
export function useSlip(
  lottery: LotteryWithTable,
  me: Me,
  exponent: number,
  own: readonly Pick<MyPeriod, 'slips'>[],
): SlipControl {
  const { key, table } = lottery;
  const t = useTranslations('lottery');
  const client = useQueryClient();
  const [slip, reduce] = useReducer(keepingReducer(me.id, key), null, () =>
    storedSlip(me.id, key, table, firstChip(table.stakeMinMinor, exponent)),
  );
  const [last, setLast] = useState(() => lastBet(me.id, key, table));
  const [open, setOpen] = useState(false);
  const [period, setPeriod] = useState(() => sentPeriod(me.id, lottery) ?? lottery.current);
  const placer = usePlacing(key, me.id, (placed) => {
    const bet = selectionsOf(placed);
    keepLastBet(me.id, key, bet);
    setLast(bet);
    reduce({ type: 'placed' });
  });
  const { placing } = placer;
  // A pending or unsure slip must not change until its outcome is known.
  const frozen = placing.status === 'sending' || placing.status === 'unsure';

  function mayChange(): boolean {
    // While the slip is on its way, its sheet says so.
    if (placing.status === 'unsure') say(t('frozen'));
    return !frozen;
  }

  function dispatch(action: SlipAction): void {
    if (!mayChange()) return;
    if (HAS_ANSWER.has(placing.status)) placer.reset();
    // Taps may come faster than a slow phone renders; typed text must appear at once.
    if (action.type === 'tap' || action.type === 'chip') startTransition(() => reduce(action));
    else reduce(action);
  }

  function show(isOpen: boolean): void {
    // A draw or another device may have changed what the member's own limits leave.
    if (isOpen) void client.invalidateQueries({ queryKey: keys.limits });
    // The pending slip keeps the period that it was sent for.
    if (isOpen && !frozen) setPeriod(lottery.current);
    if (HAS_ANSWER.has(placing.status)) placer.reset();
    setOpen(isOpen);
  }

  const balanceMinor = useBalanceWithout(placer, frozen, me, own);
  const figures = slipFigures(slip.selections, table, balanceMinor);
  const hasMoved = !frozen && period.period !== lottery.current.period;
  const issues = slipIssues(slip.selections, table, balanceMinor);
  return {
    slip,
    figures,
    issues,
    last,
    placing,
    dispatch,
    isFree: !frozen,
    mayChange,
    // As a transition, since the sheet takes a third of a second on a slow phone: the button reacts first.
    review: () => startTransition(() => show(true)),
    repeat: () => {
      dispatch({ type: 'repeat', selections: last });
      startTransition(() => show(true));
    },
    sheet: {
      ...{ open, lottery, table, slip, figures, issues, placing, dispatch },
      availableMinor: me.availableMinor,
      period: hasMoved ? lottery.current : period,
      movedFrom: hasMoved ? period.period : null,
      onClose: () => show(false),
      onSend: (requested) => {
        setPeriod(requested);
        placer.send(bodyOf(requested, table.hash, slip.selections), me.availableMinor);
      },
      onResend: placer.resend,
      onLookUp: placer.lookUp,
      onDone: () => {
        placer.reset();
        setOpen(false);
      },
    },
  };
}

/** States of a slip that was not accepted. Its answer is shown until the slip changes or its sheet opens or closes. */
const HAS_ANSWER: ReadonlySet<Placing['status']> = new Set(['refused', 'absent']);

/** The period of a slip that was sent before a reload and has no answer; null without one. */
function sentPeriod(memberId: string, lottery: LotteryWithTable): Period | null {
  const period = periodOfDraw(storedAttempt(memberId, lottery.key)?.body.drawId ?? '');
  return Number.isNaN(period) ? null : periodAt(lottery, period);
}

/** Stores every change, so that it survives a reload or signing in. */
function keepingReducer(memberId: string, key: string) {
  return (slip: Slip, action: SlipAction): Slip => {
    const next = slipReducer(slip, action);
    if (next.selections !== slip.selections) keepSlip(memberId, key, next);
    return next;
  };
}

/** The smallest chip that the table accepts. A larger default would urge members to stake more. */
function firstChip(stakeMinMinor: string, exponent: number): bigint {
  const chips = chipsOf(exponent);
  return chips.find((chip) => chip >= BigInt(stakeMinMinor)) ?? BigInt(stakeMinMinor);
}

function bodyOf(period: Period, tableHash: string, selections: readonly Selection[]): SlipBody {
  return {
    drawId: period.drawId,
    tableHash,
    selections: selections.map(({ bet, stakeMinor }) => ({ bet, stakeMinor: String(stakeMinor) })),
  };
}

function selectionsOf({ slip }: Placed): Selection[] {
  return inBetOrder(slip.selections).map(({ bet, stakeMinor }) => ({ bet, stakeMinor: BigInt(stakeMinor) }));
}
