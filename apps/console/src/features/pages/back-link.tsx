import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import { Link, useNavigate } from 'react-router';
import { useKeys } from '../keys/use-keys.ts';
import { useText } from '../language/use-text.ts';

/** To the list that a thing is in; U does the same. */
export function BackLink({ to, children }: { to: string; children: string }) {
  const t = useText();
  const navigate = useNavigate();
  useKeys({ u: () => void navigate(to) });
  return (
    <Button
      component={Link}
      to={to}
      color="inherit"
      startIcon={<ArrowBack />}
      aria-keyshortcuts="u"
      title={t('keys.back')}
      sx={{ alignSelf: 'flex-start' }}
    >
      {children}
    </Button>
  );
}
