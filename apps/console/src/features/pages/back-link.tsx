import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import { Link, useLocation, useNavigate } from 'react-router';
import { placeIn } from '../keys/focus-positions.ts';
import { useKeys } from '../keys/use-keys.ts';
import { useText } from '../language/use-text.ts';

/** Link to the list, with the filter it was left with. The U key does the same. */
export function BackLink({ to, children }: { to: string; children: string }) {
  const t = useText();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const back = `${to}${placeIn(to, pathname)?.search ?? ''}`;
  useKeys([{ key: 'u', does: 'keys.toList', act: () => void navigate(back) }]);
  return (
    <Button
      component={Link}
      to={back}
      color="inherit"
      startIcon={<ArrowBack />}
      aria-keyshortcuts="u"
      title={t('keys.back')}
      sx={{ alignSelf: 'flex-start', ml: -1 }}
    >
      {children}
    </Button>
  );
}
