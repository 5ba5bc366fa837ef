import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

interface LotteryWordsProps {
  words: Readonly<Record<'name' | 'description', string>>;
  spoken: { lang: string; dir: 'ltr' | 'rtl' };
}

/** Name and description of a lottery, as on its card in the members' list. */
export function LotteryWords({ words: { name, description }, spoken }: LotteryWordsProps) {
  return (
    <Box
      {...spoken}
      sx={{
        maxWidth: 358,
        p: 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: '14px',
        bgcolor: 'background.paper',
        overflowWrap: 'anywhere',
      }}
    >
      <Typography sx={{ fontWeight: 600 }}>{name || '…'}</Typography>
      {description === '' ? null : (
        <Typography variant="body2" color="textSecondary">
          {description}
        </Typography>
      )}
    </Box>
  );
}
