import Alert from '@mui/material/Alert';

/** Says to the first of two people that they have decided, and who decides next. */
export function NextDecider({ children }: { children: string }) {
  return (
    <Alert severity="info" variant="outlined">
      {children}
    </Alert>
  );
}
