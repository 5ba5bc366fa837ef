import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { slipQuery } from '../../../api/lottery/slips.ts';
import { Sheet } from '../../../ui/sheet/sheet.tsx';
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx';
import { Failed } from '../../problems/failed.tsx';
import { SlipDetails } from './slip-details.tsx';

/** A bet in full, in a sheet above the list. */
export function SlipSheet({ slipId, onClose }: { slipId: string | null; onClose(): void }) {
  const t = useTranslations('slips');
  const { data, error, refetch } = useQuery({ ...slipQuery(slipId ?? ''), enabled: slipId !== null });
  return (
    <Sheet
      open={slipId !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={data?.lotteryName ?? t('bet')}
      description={data === undefined ? undefined : <bdi dir="ltr">{data.drawId}</bdi>}
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton blocks={[56, 160, 96]} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <SlipDetails slip={data} />
      )}
    </Sheet>
  );
}
