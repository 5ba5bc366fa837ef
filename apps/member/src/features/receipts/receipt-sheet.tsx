import QrCodeIcon from 'lucide-react/icons/qr-code';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button/button.tsx';
import { Part } from '../../ui/load-failure/part.tsx';
import { preloadable } from '../../ui/preloadable.tsx';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import type { ReceiptOfSlip } from './receipt-text.ts';

const ReceiptView = preloadable(async () => (await import('./receipt-view.tsx')).ReceiptView);

/** A button that opens the receipt of a slip as QR code, text or file. */
export function ReceiptButton({ placed, wide }: { placed: ReceiptOfSlip; wide?: boolean }) {
  const t = useTranslations('receipts');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" wide={wide} onClick={() => setOpen(true)}>
        <QrCodeIcon size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('open')}
      </Button>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title={t('title')}
        description={<bdi dir="ltr">{placed.slip.drawId}</bdi>}
      >
        <Part waiting={<Skeleton blocks={[340, 48, 48]} />}>
          <ReceiptView placed={placed} />
        </Part>
      </Sheet>
    </>
  );
}
