import Alert from '@mui/material/Alert';
import { useProblemText } from '../problems/use-problem-text.ts';

/** What a form was refused for; nothing where it was not. */
export function FormProblem({ error }: { error: unknown }) {
  const text = useProblemText();
  if (!error) return null;
  return (
    <Alert severity="error" variant="outlined">
      {text(error)}
    </Alert>
  );
}
