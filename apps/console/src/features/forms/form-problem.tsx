import Alert from '@mui/material/Alert';
import { useProblemText } from '../problems/use-problem-text.ts';

/** The reason a form was refused; nothing without an error. */
export function FormProblem({ error }: { error: unknown }) {
  const text = useProblemText();
  if (!error) return null;
  return (
    <Alert severity="error" variant="outlined">
      {text(error)}
    </Alert>
  );
}
