import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Section } from '../../ui/section.tsx';
import { useText } from '../language/use-text.ts';

interface PartProps<T> {
  title: string;
  /** Null if the server could not read it. */
  of: T | null;
  onRetry: () => void;
  children: (known: T) => ReactNode;
}

/** One part of the page. If it failed, it says so, and the other parts stay. */
export function Part<T>({ title, of, onRetry, children }: PartProps<T>) {
  const t = useText();
  return (
    <Section title={title}>
      {of === null ? (
        <Alert
          severity="error"
          variant="outlined"
          action={
            <Button color="inherit" onClick={onRetry}>
              {t('actions.retry')}
            </Button>
          }
        >
          {t('dashboard.partFailed')}
        </Alert>
      ) : (
        children(of)
      )}
    </Section>
  );
}
