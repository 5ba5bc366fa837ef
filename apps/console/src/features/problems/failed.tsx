import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useText } from '../language/use-text.ts';
import { useProblemText } from './use-problem-text.ts';

/** A load error with its reason and a retry button. */
export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText();
  const text = useProblemText();
  return (
    <Alert
      severity="error"
      variant="outlined"
      action={
        <Button color="inherit" onClick={onRetry} sx={{ whiteSpace: 'nowrap' }}>
          {t('actions.retry')}
        </Button>
      }
    >
      <strong>{t('state.failed')}</strong> {text(error)}
    </Alert>
  );
}
