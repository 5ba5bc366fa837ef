import Check from '@mui/icons-material/Check';
import ContentCopy from '@mui/icons-material/ContentCopy';
import { useState } from 'react';
import { useText } from '../language/use-text.ts';

/** Copies an id. The name beside it says whose id it is. A plain button, since lists have one in each row. */
export function CopyId({ id, name }: { id: string; name: string }) {
  const t = useText();
  const [isCopied, setIsCopied] = useState(false);
  const label = t(isCopied ? 'names.copied' : 'names.copyId', { name });
  // Without a clipboard, the title still shows the id.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id);
      setIsCopied(true);
    } catch {
      setIsCopied(false);
    }
  };
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={`${label}: ${id}`}
      onClick={() => void copy()}
      onBlur={() => setIsCopied(false)}
    >
      {isCopied ? <Check /> : <ContentCopy />}
    </button>
  );
}
