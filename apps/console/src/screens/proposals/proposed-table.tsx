import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type Lottery, type Odds, previewOdds, readLottery, type TablePreview } from '../../api/house/lotteries.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { LoadingList } from '../../features/list/list-states.tsx';
import { Rows } from '../../features/list/rows.tsx';
import { Exact } from '../../features/odds/exact.tsx';
import { TableVerdict } from '../../features/odds/table-verdict.tsx';
import { useFaultText } from '../../features/odds/use-fault-text.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { useMay } from '../../features/session/store.ts';
import { type TableChange, useTableChanges } from './use-table-changes.ts';

/** The differences between the proposed and the current table, with the return of each bet. */
export function ProposedTable({ lotteryKey, odds, open }: { lotteryKey: string; odds: Odds; open: boolean }) {
  const lottery = useQuery({
    queryKey: ['lotteries', 'whole', lotteryKey, 'ruling'],
    queryFn: ({ signal }) => readLottery(lotteryKey, signal),
  });
  const mayPreview = useMay()('POST /api/console/lotteries/{key}/preview');
  const preview = useQuery({
    queryKey: ['table-preview', lotteryKey, odds],
    queryFn: ({ signal }) => previewOdds(lotteryKey, odds, signal),
    enabled: mayPreview,
  });
  const error = lottery.error ?? preview.error;
  if (error) {
    return <Failed error={error} onRetry={() => void Promise.all([lottery.refetch(), preview.refetch()])} />;
  }
  if (lottery.data === undefined) return <LoadingList columns={4} />;
  return <Diff lottery={lottery.data} odds={odds} preview={preview.data} open={open} />;
}

interface DiffProps {
  lottery: Lottery;
  odds: Odds;
  preview: TablePreview | undefined;
  /** True while the proposal waits; faults that prevent it are then shown. */
  open: boolean;
}

function Diff({ lottery: { table, coming }, odds, preview, open }: DiffProps) {
  const t = useText();
  const times = useTimes();
  const faultText = useFaultText();
  const changes = useTableChanges(table, odds);
  const columns = useColumns(preview);
  const [next] = coming;
  return (
    <Stack spacing={1.5}>
      {changes.length === 0 ? (
        <Typography color="textSecondary">{t('proposals.same')}</Typography>
      ) : (
        <Rows<TableChange>
          title={t('proposals.changes')}
          columns={columns}
          rows={changes}
          nameOf={({ name }) => name}
        />
      )}
      {next === undefined || !open ? null : (
        <Alert severity="info" variant="outlined">
          {t('proposals.comingToo', { from: times.minute(next.opensAtMs) })}
        </Alert>
      )}
      {preview === undefined || preview.fault === null || !open ? null : (
        <Alert severity="error" variant="outlined">
          {t('proposals.notAnyMore')} {faultText(preview.fault)}
        </Alert>
      )}
      {preview === undefined || preview.fault !== null || !open ? null : <TableVerdict isReadable preview={preview} />}
    </Stack>
  );
}

function useColumns(preview: TablePreview | undefined): Column<TableChange>[] {
  const t = useText();
  const columns: Column<TableChange>[] = [
    { key: 'what', label: t('rules.what'), cell: () => null },
    { key: 'before', label: t('diff.now'), atEnd: true, cell: ({ before }) => before },
    { key: 'after', label: t('diff.proposed'), atEnd: true, cell: ({ after }) => after },
  ];
  if (preview === undefined) return columns;
  const rtp = (row: TableChange) => {
    const bet = preview.bets.find((one) => one.bet === row.key);
    return bet === undefined ? '–' : <Exact share={bet.rtp} wrong={!bet.inBand} />;
  };
  return [...columns, { key: 'rtp', label: t('odds.rtp'), atEnd: true, cell: rtp }];
}
