import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useText } from '../language/use-text.ts';

interface BulkBarProps {
  count: number;
  onClear: () => void;
  /** Buttons of the acts. */
  children: ReactNode;
}

/** Bar above a list with the number of selected rows and what can be done with them. */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  const t = useText();
  return (
    <Paper
      variant="outlined"
      role="toolbar"
      aria-label={t('list.bulk')}
      sx={{ px: 2, py: 1, display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
    >
      <Typography role="status" sx={{ fontWeight: 600, mr: 1 }}>
        {t('list.selected', { count })}
      </Typography>
      {children}
      <Button color="inherit" onClick={onClear}>
        {t('list.clearSelection')}
      </Button>
    </Paper>
  );
}
