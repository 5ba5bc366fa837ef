import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import type { Label } from '../../api/members/desk.ts';
import { useText } from '../../features/language/use-text.ts';

/** Labels of a conversation, in a row of the list. */
export function LabelChips({ labels }: { labels: readonly Label[] }) {
  const t = useText();
  if (labels.length === 0) return null;
  return (
    <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mt: 0.5 }}>
      {labels.map((label) => (
        <Chip key={label} label={t(`desk.label.${label}`)} />
      ))}
    </Box>
  );
}
