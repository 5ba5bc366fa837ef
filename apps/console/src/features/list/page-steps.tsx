import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useText } from '../language/use-text.ts';

interface PageStepsProps {
  page: number;
  /** Undefined at the end of the list on that side. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** Forth and back: the server's lists go on by cursor, so there is no jumping to page 40. */
export function PageSteps({ page, onPrevious, onNext }: PageStepsProps) {
  const t = useText();
  if (!onPrevious && !onNext) return null;
  return (
    <Stack direction="row" spacing={1} component="nav" aria-label={t('list.pages')} sx={{ alignItems: 'center' }}>
      <Button variant="outlined" disabled={!onPrevious} onClick={onPrevious}>
        {t('list.previous')}
      </Button>
      <Typography color="textSecondary">{t('list.page', { page })}</Typography>
      <Button variant="outlined" disabled={!onNext} onClick={onNext}>
        {t('list.next')}
      </Button>
    </Stack>
  );
}
