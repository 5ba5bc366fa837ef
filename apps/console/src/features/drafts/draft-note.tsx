import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useText } from '../language/use-text.ts';
import type { Draft } from './use-draft.ts';

/** Says that the form has unsaved values, with a button that discards them. */
export function DraftNote({ draft }: { draft: Draft }) {
  const t = useText();
  if (!draft.isUnsaved) return null;
  return (
    <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
      <Typography variant="body2" color="textSecondary">
        {t('drafts.unsaved')}
      </Typography>
      <Button size="small" color="inherit" onClick={draft.discard}>
        {t('drafts.discard')}
      </Button>
    </Stack>
  );
}
