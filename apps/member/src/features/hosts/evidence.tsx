import ImagePlus from 'lucide-react/icons/image-plus';
import X from 'lucide-react/icons/x';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { sendEvidence } from '../../api/library/guide.ts';
import { newId } from '../../api/shared/new-id.ts';
import { Button, IconButton } from '../../ui/button/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FormProblem } from '../forms/form-problem.tsx';
import { openPicture, wholeOf } from '../pictures/open-picture.ts';
import { useProblemText } from '../problems/use-problem-text.ts';
import styles from './report.module.css';

const PICTURES_MAX = 3;

interface Picture {
  /** Idempotency key, the same across retries. */
  key: string;
  url: string;
  file: Blob;
  state: 'chosen' | 'sending' | 'sent' | 'failed';
}

/** Pictures of a report, uploaded one after the other once the report is sent. */
export function useEvidence() {
  const text = useProblemText();
  const [pictures, setPictures] = useState<Picture[]>([]);
  const [problem, setProblem] = useState<string | null>(null);

  function mark(key: string, state: Picture['state']): void {
    setPictures((now) => now.map((one) => (one.key === key ? { ...one, state } : one)));
  }

  return {
    pictures,
    problem,
    async add(file: File) {
      try {
        const picture = await openPicture(file);
        const made: Picture = { key: newId(), url: picture.url, file: await wholeOf(picture), state: 'chosen' };
        setPictures((now) => [...now, made].slice(0, PICTURES_MAX));
        setProblem(null);
      } catch (error) {
        setProblem(text(error));
      }
    },
    drop: (key: string) => setPictures((now) => now.filter((one) => one.key !== key)),
    async send(reportId: string) {
      setProblem(null);
      for (const { key, file, state } of pictures) {
        if (state === 'sent') continue;
        mark(key, 'sending');
        try {
          await sendEvidence(reportId, key, file);
          mark(key, 'sent');
        } catch (error) {
          mark(key, 'failed');
          setProblem(text(error));
        }
      }
    },
  };
}

interface EvidenceProps {
  evidence: ReturnType<typeof useEvidence>;
  /** Uploads the failed pictures again. Present once the report is sent. */
  onAgain?: () => void;
}

export function Evidence({ evidence: { pictures, problem, add, drop }, onAgain }: EvidenceProps) {
  const t = useTranslations('hosts.report');
  const id = useId();
  const isSent = onAgain !== undefined;
  const states = pictures.map(({ state }) => state);
  const isLeft = !states.includes('sending') && states.some((state) => state !== 'sent');
  return (
    <fieldset className={styles.evidence}>
      <legend className={styles.label}>{t('pictures')}</legend>
      {isSent ? null : <p className={styles.soft}>{t('picturesHint', { max: PICTURES_MAX })}</p>}
      <ul className={styles.pictures}>
        {pictures.map(({ key, url, state }, index) => (
          <li key={key} className={styles.picture}>
            <img src={url} alt={t('picture', { number: index + 1 })} />
            {state === 'chosen' && !isSent ? (
              <IconButton label={t('dropPicture', { number: index + 1 })} onClick={() => drop(key)}>
                <X size={18} strokeWidth={2} aria-hidden="true" />
              </IconButton>
            ) : (
              <span className={styles.pictureState}>{t(`pictureStates.${state}`)}</span>
            )}
          </li>
        ))}
        {isSent || pictures.length >= PICTURES_MAX ? null : (
          <li className={styles.add}>
            <input
              id={id}
              type="file"
              accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
              className={classNames('visually-hidden', styles.file)}
              onChange={({ target }) => {
                const file = target.files?.[0];
                // Allows choosing the same file again.
                target.value = '';
                if (file !== undefined) void add(file);
              }}
            />
            <label htmlFor={id} className={styles.addLabel}>
              <ImagePlus size={22} strokeWidth={1.75} aria-hidden="true" />
              {t('addPicture')}
            </label>
          </li>
        )}
      </ul>
      <FormProblem text={problem} />
      {isSent && isLeft ? (
        <Button wide onClick={onAgain}>
          {t('sendAgain')}
        </Button>
      ) : null}
    </fieldset>
  );
}
