import Box from '@mui/material/Box';
import { useOddsText } from './use-odds-text.ts';

/** A share as a percentage, with its exact fraction. */
export function Exact({ share, wrong = false }: { share: { num: string; den: string }; wrong?: boolean }) {
  const odds = useOddsText();
  return (
    <Box component="span" sx={{ color: wrong ? 'error.main' : undefined, fontWeight: wrong ? 600 : undefined }}>
      {odds.percent(share)}{' '}
      <Box component="small" sx={{ color: wrong ? undefined : 'text.secondary', fontSize: 12 }}>
        {odds.exact(share)}
      </Box>
    </Box>
  );
}
