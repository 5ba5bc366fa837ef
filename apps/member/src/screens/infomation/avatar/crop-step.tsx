import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { uploadAvatar } from '../../../api/account/avatar.ts';
import type { Avatar } from '../../../api/shared/types.ts';
import { FormProblem } from '../../../features/forms/form-problem.tsx';
import { useAct } from '../../../features/forms/use-act.ts';
import { cutOut, type OpenPicture } from '../../../features/pictures/open-picture.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Cropper, type Square } from '../../../ui/cropper/cropper.tsx';
import { say } from '../../../ui/toast/toast.tsx';
import styles from './avatar-sheet.module.css';

interface CropStepProps {
  picture: OpenPicture;
  onDone(avatar: Avatar): void;
  onBack(): void;
}

/** Step to crop the picture. If the upload fails, picture and crop stay. */
export function CropStep({ picture, onDone, onBack }: CropStepProps) {
  const t = useTranslations('avatar');
  const [square, setSquare] = useState<Square | null>(null);
  const { busy, problemText, act } = useAct(async () => {
    if (square === null) return;
    onDone(await uploadAvatar(await cutOut(picture, square)));
    say(t('set'));
  });
  return (
    <div className={styles.step}>
      <Cropper image={picture.url} label={t('frame')} zoomLabel={t('zoom')} onSquare={setSquare} />
      <FormProblem text={problemText} />
      <div className={styles.acts}>
        <Button wide busy={busy || square === null} onClick={act}>
          {t(busy ? 'sending' : 'use')}
        </Button>
        <Button look="plain" wide onClick={onBack}>
          {t('another')}
        </Button>
      </div>
    </div>
  );
}
