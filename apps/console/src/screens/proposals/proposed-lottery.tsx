import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type NewLottery, previewLottery } from '../../api/house/lotteries.ts';
import { useText } from '../../features/language/use-text.ts';
import { TableVerdict } from '../../features/odds/table-verdict.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { useMay } from '../../features/session/store.ts';
import { memberLanguage } from '../../features/words/member-languages.ts';
import { Fact, Facts } from '../../ui/fact.tsx';

/** A proposed lottery: its display and schedule, and its date. */
export function ProposedLottery({ lottery, open }: { lottery: NewLottery; open: boolean }) {
  const t = useText();
  const preview = useQuery({
    queryKey: ['table-preview', 'new', lottery],
    queryFn: ({ signal }) => previewLottery(lottery, signal),
    // Once it is decided, the lottery itself has the key.
    enabled: useMay()('POST /api/console/lotteries/preview') && open,
  });
  return (
    <Stack spacing={2}>
      <Facts>
        <Fact label={t('lotteries.name')}>{lottery.name}</Fact>
        <Fact label={t('lotteries.description')}>{lottery.description || '–'}</Fact>
        <Fact label={t('lotteries.key')}>{lottery.key}</Fact>
        <Fact label={t('lotteries.class')}>{lottery.class}</Fact>
        <Fact label={t('lotteries.period')}>{t('rules.seconds', { seconds: lottery.periodSeconds })}</Fact>
        <Fact label={t('lotteries.position')}>{lottery.position}</Fact>
        <Fact label={t('lotteries.hot')}>{t(lottery.hot ? 'lotteries.yes' : 'lotteries.no')}</Fact>
        {Object.entries(lottery.texts).map(([code, words]) => (
          <Fact key={code} label={memberLanguage(code).name}>
            {words.name}
            {words.description === '' ? null : (
              <Typography
                component="span"
                variant="body2"
                color="textSecondary"
              >{` · ${words.description}`}</Typography>
            )}
          </Fact>
        ))}
      </Facts>
      {preview.error ? <Failed error={preview.error} onRetry={() => void preview.refetch()} /> : null}
      {preview.data === undefined ? null : <TableVerdict isReadable preview={preview.data} />}
    </Stack>
  );
}
