import { useTranslations } from 'use-intl';
import type { Placed } from '../../../api/shared/types.ts';
import { Sheet } from '../../../ui/sheet/sheet.tsx';
import { ConfirmStep } from './confirm-step.tsx';
import { EditStep } from './edit-step.tsx';
import { ReceiptStep } from './receipt-step.tsx';
import type { SlipSheetProps } from './slip-sheet-props.ts';

/** The slip in three steps on one sheet: amounts, confirmation, receipt. */
export function SlipSheet(props: SlipSheetProps) {
  const t = useTranslations('lottery');
  const { placing, step, lottery, period, onStep, onDone } = props;
  const placed: Placed | null = placing.status === 'accepted' ? placing.placed : null;
  const forPeriod = (
    <>
      {lottery.name} ·{' '}
      <bdi dir="ltr">{placed?.slip.period ?? (step === 'confirm' ? period : lottery.current).period}</bdi>
    </>
  );
  const view = placed !== null ? 'receipt' : step;
  const parts = {
    receipt:
      placed === null ? null : (
        <ReceiptStep placed={placed} kept={placing.status === 'accepted' ? placing.kept : false} onDone={onDone} />
      ),
    confirm: <ConfirmStep {...props} />,
    edit: <EditStep {...props} />,
  };
  const titles = { receipt: t('accepted'), confirm: t('confirmTitle'), edit: t('slip') };
  return (
    <Sheet
      open={view !== null}
      onOpenChange={(open) => {
        if (open || placing.status === 'sending') return;
        if (placed !== null) onDone();
        else onStep(null);
      }}
      title={titles[view ?? 'edit']}
      description={forPeriod}
    >
      {view === null ? null : parts[view]}
    </Sheet>
  );
}
