import { useTranslations } from 'use-intl';
import type { Draw, Placed } from '../../../api/shared/types.ts';
import { Sheet } from '../../../ui/sheet/sheet.tsx';
import type { MyPeriod } from '../my-bets/my-bets.ts';
import { Confirm } from './confirm.tsx';
import { ConfirmFoot } from './confirm-foot.tsx';
import { Receipt, ReceiptFoot } from './receipt.tsx';
import type { SlipSheetProps } from './slip-sheet-props.ts';
import { useClosesByItself } from './use-closes-by-itself.ts';

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
  const t = useTranslations('lottery');
  const { open, side, own, fallen, waits, placing, lottery, period, onClose, onDone } = props;
  const placed: Placed | null = placing.status === 'accepted' ? placing.placed : null;
  useClosesByItself(placed !== null && !waits, onDone);
  const stored = placing.status === 'accepted' ? placing.kept : false;
  const draw = fallen?.drawId === placed?.slip.drawId ? fallen : null;
  const result = draw === null ? null : (own.find((one) => one.period === draw.period) ?? null);
  return (
    <Sheet
      open={!waits && (open || placed !== null)}
      side={side}
      onOpenChange={(next) => {
        if (next || placing.status === 'sending') return;
        if (placed === null) onClose();
        else onDone();
      }}
      title={t(placed === null ? 'confirmTitle' : 'accepted')}
      description={
        <>
          {lottery.name} · <bdi dir="ltr">{placed?.slip.period ?? period.period}</bdi>
        </>
      }
      footer={
        placed === null ? <ConfirmFoot {...props} /> : <ReceiptFoot placed={placed} draw={draw} onDone={onDone} />
      }
    >
      {placed === null ? <Confirm {...props} /> : <Receipt placed={placed} kept={stored} own={result} draw={draw} />}
    </Sheet>
  );
}
