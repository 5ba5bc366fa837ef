import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { readLottery } from '../../api/house/lotteries.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { LoadingList } from '../../features/list/list-states.tsx';
import { Failed } from '../../features/problems/failed.tsx';

/** When a proposed retirement would end the bets on a lottery, or ended them. */
export function ProposedRetirement({ lotteryKey }: { lotteryKey: string }) {
  const t = useText();
  const times = useTimes();
  const { data, error, refetch } = useQuery({
    queryKey: ['lotteries', 'whole', lotteryKey, 'ruling'],
    queryFn: ({ signal }) => readLottery(lotteryKey, signal),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingList columns={1} />;
  const { name, retired, nextPeriodAtMs } = data;
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
      <Typography>
        {retired === null
          ? t('lotteries.retireAt', { at: times.minute(nextPeriodAtMs) })
          : t('lotteries.retiredAt', { at: times.minute(retired.atMs) })}
      </Typography>
      <Typography color="textSecondary">{t('lotteries.retireAbout')}</Typography>
    </>
  );
}
