import ImagePlus from 'lucide-react/icons/image-plus';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { sendMyPicture } from '../../api/library/host-link.ts';
import { newId } from '../../api/shared/new-id.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { openPicture, wholeOf } from '../../features/pictures/open-picture.ts';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { Button } from '../../ui/button/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { say } from '../../ui/toast/toast.tsx';
import styles from './host.module.css';
import { useProfileAct } from './my-profile-query.ts';
import type { Link } from './use-link.ts';

/** A chosen picture. `key`: idempotency key of its upload. */
interface Chosen {
  key: string;
  file: Blob;
  url: string;
}

/** Chooses a picture, previews it, and uploads it on a tap. */
export function SendPicture({ link }: { link: Link }) {
  const t = useTranslations('hostLink.pictures');
  const text = useProblemText();
  const id = useId();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, problemText, act } = useProfileAct(link, async () => {
    if (chosen === null) return null;
    const profile = await sendMyPicture(link.token, chosen.key, chosen.file);
    setChosen(null);
    say(t('sent'));
    return profile;
  });

  async function open(file: File): Promise<void> {
    try {
      const picture = await openPicture(file);
      setChosen({ key: newId(), file: await wholeOf(picture), url: picture.url });
      setProblem(null);
    } catch (error) {
      setChosen(null);
      setProblem(text(error));
    }
  }

  return (
    <div className={styles.send}>
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
        className={classNames('visually-hidden', styles.file)}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Allows choosing the same file again.
          target.value = '';
          if (file !== undefined) void open(file);
        }}
      />
      <label htmlFor={id} className={styles.choose}>
        <ImagePlus size={20} strokeWidth={1.75} aria-hidden="true" />
        {t(chosen === null ? 'choose' : 'chooseOther')}
      </label>
      {chosen === null ? null : (
        <>
          <img src={chosen.url} alt={t('chosen')} className={styles.chosen} />
          <Button wide busy={busy} onClick={act}>
            {t(busy ? 'sending' : 'send')}
          </Button>
        </>
      )}
      <FormProblem text={problem ?? problemText} />
    </div>
  );
}
