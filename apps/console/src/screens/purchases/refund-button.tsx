import Button from '@mui/material/Button';
import { useState } from 'react';
import { type Purchase, refundPurchase } from '../../api/money/purchases.ts';
import { ReasonDialog } from '../../features/act/reason-dialog.tsx';
import { useMoney } from '../../features/format/use-money.ts';
import { useText } from '../../features/language/use-text.ts';

interface RefundButtonProps {
  purchase: Purchase & { key: string };
  /** Of the title. */
  name: string;
}

/** Refunds one purchase, which ends its access. */
export function RefundButton({ purchase: { key, priceMinor, state }, name }: RefundButtonProps) {
  const t = useText();
  const money = useMoney();
  const [open, setOpen] = useState(false);
  if (state === 'refunded') return '–';
  const amount = money(priceMinor);
  return (
    <>
      <Button size="small" variant="outlined" onClick={() => setOpen(true)}>
        {t('purchases.refund')}
      </Button>
      {open ? (
        <ReasonDialog
          name={`purchases/${key}/refund`}
          title={t('purchases.refundTitle', { amount })}
          about={t('purchases.refundAbout', { name })}
          act={t('purchases.refund')}
          send={(why) => refundPurchase(key, why)}
          confirmation={({ waiting, pending }) =>
            t(waiting ? 'purchases.waits' : pending ? 'actions.pending' : 'purchases.done')
          }
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
