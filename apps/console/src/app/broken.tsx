import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useText } from '../features/language/use-text.ts';

/** Shown after an unexpected error of the page itself, or if its files did not load. */
export function Broken({ onRetry }: { onRetry: () => void }) {
  const t = useText();
  return (
    <Stack spacing={2} sx={{ p: 3, alignItems: 'flex-start' }} role="alert">
      <Typography component="h1" variant="h5">
        {t('broken.title')}
      </Typography>
      <Typography color="textSecondary">{t('broken.about')}</Typography>
      <Button variant="outlined" onClick={onRetry}>
        {t('actions.retry')}
      </Button>
    </Stack>
  );
}
