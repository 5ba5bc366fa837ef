import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { keys } from '../../../api/shared/query-keys.ts';
import type { Avatar, Me } from '../../../api/shared/types.ts';
import { writeCached } from '../../../api/shared/write-cached.ts';
import type { OpenPicture } from '../../../features/pictures/open-picture.ts';
import { Part } from '../../../ui/load-failure/part.tsx';
import { preloadable } from '../../../ui/preloadable.tsx';
import { Sheet } from '../../../ui/sheet/sheet.tsx';
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx';
import { ChooseStep } from './choose-step.tsx';

/** Loaded only for members who upload a picture. */
const CropStep = preloadable(async () => (await import('./crop-step.tsx')).CropStep);

interface AvatarSheetProps {
  me: Me;
  open: boolean;
  onClose(): void;
}

/** Sheet to choose one of the house's drawings, or to upload and crop a picture. */
export function AvatarSheet({ me, open, onClose }: AvatarSheetProps) {
  const t = useTranslations('avatar');
  const client = useQueryClient();
  const [picture, setPicture] = useState<OpenPicture | null>(null);

  function changed(avatar: Avatar): void {
    writeCached<Me | null>(client, keys.me, (me) => me && { ...me, avatar });
    setPicture(null);
  }

  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (next) return;
        setPicture(null);
        onClose();
      }}
      title={t(picture === null ? 'title' : 'cropTitle')}
      description={t(picture === null ? 'text' : 'cropText')}
    >
      {picture === null ? (
        <ChooseStep me={me} onChanged={changed} onPicture={setPicture} />
      ) : (
        <Part waiting={<Skeleton blocks={[340, 48]} />}>
          <CropStep picture={picture} onDone={changed} onBack={() => setPicture(null)} />
        </Part>
      )}
    </Sheet>
  );
}
