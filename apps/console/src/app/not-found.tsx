import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { Link } from 'react-router';
import { useText } from '../features/language/use-text.ts';
import { PageHead } from '../ui/page-head.tsx';

/** Shown for unknown URLs and for pages outside the role's rights, so that the two look alike. */
export function NotFound() {
  const t = useText();
  return (
    <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
      <PageHead title={t('lost.title')} about={t('lost.about')} />
      <Button component={Link} to="/" variant="outlined">
        {t('lost.home')}
      </Button>
    </Stack>
  );
}
