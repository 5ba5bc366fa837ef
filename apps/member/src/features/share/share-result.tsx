import Share from 'lucide-react/icons/share-2';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../ui/button/button.tsx';
import { deferred } from '../../ui/deferred.tsx';
import type { SharedDraw } from './result-picture.ts';

const ShareResultSheet = deferred(async () => (await import('./share-result-sheet.tsx')).ShareResultSheet, {
  isWanted: ({ open }) => open,
  close: ({ onOpenChange }) => onOpenChange(false),
});

/** A button for the sheet that shares a draw: its picture, and the link that verifies it. */
export function ShareResult({ draw }: { draw: SharedDraw }) {
  const t = useTranslations('share');
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t('result')} onClick={() => setOpen(true)}>
        <Share size={20} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <ShareResultSheet draw={draw} open={open} onOpenChange={setOpen} />
    </>
  );
}
