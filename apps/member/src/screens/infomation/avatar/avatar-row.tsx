import Image from 'lucide-react/icons/image';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AvatarPicture } from '../../../features/avatar/avatar-picture.tsx';
import { useSession } from '../../../features/session/use-session.ts';
import { RowButton } from '../../../ui/row/row.tsx';
import { AvatarSheet } from './avatar-sheet.tsx';

/** The member's avatar; a tap changes it. */
export function AvatarRow() {
  const t = useTranslations('avatar');
  const { me } = useSession();
  const [open, setOpen] = useState(false);
  if (me === null) return null;
  return (
    <>
      <RowButton
        icon={<Image size={22} strokeWidth={1.75} aria-hidden="true" />}
        label={t('title')}
        note={<AvatarPicture of={me} size="small" />}
        onClick={() => setOpen(true)}
      />
      <AvatarSheet me={me} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
