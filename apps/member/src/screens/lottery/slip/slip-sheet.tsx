import { type ReactNode, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Draw } from '../../../api/shared/types.ts';
import { useOutcomeText } from '../../../features/slips/use-outcome-text.ts';
import { Sheet } from '../../../ui/sheet/sheet.tsx';
import { useLastOpen } from '../../../ui/sheet/use-last-open.ts';
import type { MyPeriod } from '../my-bets/my-bets.ts';
import { Confirm } from './confirm.tsx';
import { ConfirmFoot } from './confirm-foot.tsx';
import { Receipt, ReceiptFoot } from './receipt.tsx';
import type { SlipSheetProps } from './slip-sheet-props.ts';
import { useClosesByItself } from './use-closes-by-itself.ts';
import { useDecided } from './use-decided.ts';

interface Props extends SlipSheetProps {
  /** True if the sheet opens beside the table instead of over it. */
  side: boolean;
  own: readonly MyPeriod[];
  /** The newest draw, once its dice animation has ended. */
  fallen: Draw | null;
  /** True while another dialog takes precedence. */
  waits: boolean;
}

/** Sheet to confirm the slip. Afterwards it shows the acceptance, and the result if it stays open. */
export function SlipSheet(props: Props) {
  const { open, side, waits, placing, onClose, onDone } = props;
  const isAccepted = placing.status === 'accepted';
  const isOpen = !waits && (open || isAccepted);
  const popup = useRef<HTMLDivElement>(null);
  useClosesByItself(popup, isAccepted && !waits, onDone);
  const { title, description, footer, content } = usePage(useLastOpen(isOpen, props));
  return (
    <Sheet
      open={isOpen}
      side={side}
      popup={popup}
      onOpenChange={(next) => {
        if (next || placing.status === 'sending') return;
        if (isAccepted) onDone();
        else onClose();
      }}
      title={title}
      description={description}
      footer={footer}
    >
      {content}
    </Sheet>
  );
}

interface Page {
  title: string;
  description: ReactNode;
  footer: ReactNode;
  content: ReactNode;
}

/** The confirmation of the slip, or its receipt once it is accepted. With the result, the title names it. */
function usePage(props: Props): Page {
  const t = useTranslations('lottery');
  const outcome = useOutcomeText();
  const { own, fallen, placing, lottery, period, onDone } = props;
  const decided = useDecided(placing.status === 'accepted' ? placing.placed.slip : null, own, fallen);
  const shown = placing.status === 'accepted' ? placing.placed.slip.period : period.period;
  const description = (
    <>
      {lottery.name} · <bdi dir="ltr">{shown}</bdi>
    </>
  );
  if (placing.status !== 'accepted') {
    const placed = own.find((one) => one.period === period.period)?.slips ?? [];
    const footer = <ConfirmFoot {...props} placed={placed} />;
    return { title: t('confirmTitle'), description, footer, content: <Confirm {...props} /> };
  }
  const { placed, kept } = placing;
  const [slip] = decided?.own.slips ?? [];
  return {
    title: slip === undefined ? t('accepted') : outcome(slip),
    description,
    footer: <ReceiptFoot placed={placed} draw={decided?.draw ?? null} onDone={onDone} />,
    content: <Receipt placed={placed} kept={kept} decided={decided} />,
  };
}
