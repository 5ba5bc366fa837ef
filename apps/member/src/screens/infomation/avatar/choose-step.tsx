import ImageUp from 'lucide-react/icons/image-up';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { chooseAvatar, removeAvatar } from '../../../api/account/avatar.ts';
import type { Avatar, Me } from '../../../api/shared/types.ts';
import { AvatarPicture } from '../../../features/avatar/avatar-picture.tsx';
import { MADE_IDS, MadeDrawing } from '../../../features/avatar/made-avatars.tsx';
import { FormProblem } from '../../../features/forms/form-problem.tsx';
import { type OpenPicture, openPicture } from '../../../features/pictures/open-picture.ts';
import { useProblemText } from '../../../features/problems/use-problem-text.ts';
import { Button } from '../../../ui/button/button.tsx';
import { say } from '../../../ui/toast/toast.tsx';
import styles from './avatar-sheet.module.css';

interface ChooseStepProps {
  me: Me;
  onChanged(avatar: Avatar): void;
  onPicture(picture: OpenPicture): void;
}

/** The pending request: the id of the chosen drawing, or the removal. */
type Act = string | 'removing';

export function ChooseStep({ me, onChanged, onPicture }: ChooseStepProps) {
  const t = useTranslations('avatar');
  const text = useProblemText();
  const input = useRef<HTMLInputElement>(null);
  const [act, setAct] = useState<Act | null>(null);
  const [opening, setOpening] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { avatar } = me;

  async function run(name: Act, work: () => Promise<void>): Promise<void> {
    if (act !== null) return;
    setAct(name);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(text(error));
    } finally {
      setAct(null);
    }
  }

  /** Opens a picture on the phone. This may run while a drawing is being saved. */
  async function read(file: File): Promise<void> {
    setOpening(true);
    setProblem(null);
    try {
      onPicture(await openPicture(file));
    } catch (error) {
      setProblem(text(error));
    } finally {
      setOpening(false);
    }
  }

  return (
    <div className={styles.step}>
      <div className={styles.now}>
        <AvatarPicture of={me} size="large" />
      </div>
      <FormProblem text={problem} />
      <ul className={styles.made} aria-label={t('madeLabel')}>
        {MADE_IDS.map((id) => (
          <li key={id}>
            <button
              type="button"
              className={styles.drawing}
              aria-label={t(`made.${id}`)}
              aria-pressed={avatar.kind === 'made' && avatar.id === id}
              aria-busy={act === id}
              onClick={() => void run(id, async () => onChanged(await chooseAvatar(id)))}
            >
              <MadeDrawing id={id} />
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.acts}>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
          onChange={({ target }) => {
            const file = target.files?.[0];
            // Allows choosing the same file again.
            target.value = '';
            if (file !== undefined) void read(file);
          }}
        />
        <Button look="quiet" wide busy={opening} onClick={() => input.current?.click()}>
          <ImageUp size={18} strokeWidth={1.75} aria-hidden="true" />
          {t(opening ? 'opening' : 'own')}
        </Button>
        {avatar.kind === 'none' ? null : (
          <Button
            look="plain"
            wide
            busy={act === 'removing'}
            onClick={() =>
              void run('removing', async () => {
                onChanged(await removeAvatar());
                say(t('removed'));
              })
            }
          >
            {t('remove')}
          </Button>
        )}
      </div>
      <p className={styles.note}>{t('note')}</p>
    </div>
  );
}
