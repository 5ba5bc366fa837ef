import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useText } from '../language/use-text.ts';

interface PageStepsProps {
  page: number;
  /** Undefined if there is no previous or next page. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** Previous and next buttons. Server lists use cursors, so no page number can be chosen. */
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
