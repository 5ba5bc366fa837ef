import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useText } from '../language/use-text.ts';

const ROWS = [0, 1, 2, 3, 4, 5];

/** Placeholder rows while a list loads. */
export function LoadingList({ columns }: { columns: number }) {
  const t = useText();
  return (
    <Paper variant="outlined" role="status" aria-label={t('state.loading')} sx={{ p: 2 }}>
      <Stack spacing={1.5}>
        {ROWS.map((row) => (
          <Skeleton key={row} height={28} width={`${100 - ((row * columns) % 4) * 6}%`} />
        ))}
      </Stack>
    </Paper>
  );
}

export function EmptyList({ text }: { text: string }) {
  return (
    <Paper variant="outlined" sx={{ p: 4, textAlign: 'center' }}>
      <Typography color="textSecondary">{text}</Typography>
    </Paper>
  );
}
