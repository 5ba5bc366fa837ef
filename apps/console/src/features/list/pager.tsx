import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useListContext } from 'react-admin';
import { useText } from '../language/use-text.ts';

/** Forth and back: the server's lists go on by cursor, so there is no jumping to page 40. */
export function Pager() {
  const t = useText();
  const { page, setPage, hasNextPage, hasPreviousPage } = useListContext();
  if (!hasNextPage && !hasPreviousPage) return null;
  return (
    <Stack direction="row" spacing={1} component="nav" aria-label={t('list.pages')} sx={{ alignItems: 'center' }}>
      <Button variant="outlined" disabled={!hasPreviousPage} onClick={() => setPage(page - 1)}>
        {t('list.previous')}
      </Button>
      <Typography color="textSecondary">{t('list.page', { page })}</Typography>
      <Button variant="outlined" disabled={!hasNextPage} onClick={() => setPage(page + 1)}>
        {t('list.next')}
      </Button>
    </Stack>
  );
}
