import Box from '@mui/material/Box';

/** The name of a class, as the chosen tab of the members' list. */
export function ClassTab({ name, spoken }: { name: string; spoken: { lang: string; dir: 'ltr' | 'rtl' } }) {
  return (
    <Box
      {...spoken}
      sx={{
        display: 'inline-block',
        maxWidth: 358,
        px: 2,
        py: 0.75,
        borderRadius: '999px',
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
        overflowWrap: 'anywhere',
      }}
    >
      {name || '…'}
    </Box>
  );
}
