import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReviewFlag } from '../../api/money/withdrawals.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';

/** Each review flag with its fact. Flags inform the reviewer and decide nothing. */
export function ReviewFlagList({ hints, holder }: { hints: readonly ReviewFlag[]; holder: string }) {
  const t = useText();
  const money = useMoney();
  const times = useTimes();
  if (hints.length === 0) return <Typography color="textSecondary">{t('withdrawals.noHints')}</Typography>;
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 0.75 }}>
      {hints.map(({ kind, atMs, amountMinor, words }) => (
        <li key={kind}>
          {t(`hint.${kind}.fact`, {
            at: atMs === null ? '' : times.minute(atMs),
            amount: amountMinor === null ? '' : money(amountMinor),
            name: words ?? '',
            holder,
          })}
        </li>
      ))}
    </Box>
  );
}
