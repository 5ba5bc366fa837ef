import Check from '@mui/icons-material/Check';
import ContentCopy from '@mui/icons-material/ContentCopy';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useText } from '../language/use-text.ts';

/** Copies an id. The name beside it says whose id it is. */
export function CopyId({ id, name }: { id: string; name: string }) {
  const t = useText();
  const [isCopied, setIsCopied] = useState(false);
  const label = t(isCopied ? 'names.copied' : 'names.copyId', { name });
  // Without a clipboard, the tooltip still shows the id.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id);
      setIsCopied(true);
    } catch {
      setIsCopied(false);
    }
  };
  return (
    <Tooltip title={`${label}: ${id}`}>
      <IconButton
        size="small"
        aria-label={label}
        onClick={() => void copy()}
        onBlur={() => setIsCopied(false)}
        sx={{ position: 'relative', zIndex: 1, ml: 0.25, p: 0.5 }}
      >
        {isCopied ? <Check sx={{ fontSize: 16 }} /> : <ContentCopy sx={{ fontSize: 16 }} />}
      </IconButton>
    </Tooltip>
  );
}
