import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { withdrawalQuery } from '../../api/money/withdrawals.ts';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { Failed } from '../problems/failed.tsx';
import { WithdrawalDetails } from './withdrawal-details.tsx';

/** A withdrawal in a sheet above the list; shows its current state. */
export function WithdrawalSheet({ id, onClose }: { id: string | null; onClose(): void }) {
  const t = useTranslations('withdrawals');
  const { data, error, refetch } = useQuery({ ...withdrawalQuery(id ?? ''), enabled: id !== null });
  return (
    <Sheet
      open={id !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('one')}
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton blocks={[40, 64, 160]} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <WithdrawalDetails withdrawal={data} />
      )}
    </Sheet>
  );
}
