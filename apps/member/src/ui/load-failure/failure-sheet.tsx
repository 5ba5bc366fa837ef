import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../button/button.tsx';
import { closeByBack } from '../close-on-back/browser-back.ts';
import styles from './failure-sheet.module.css';
import { FailureAction, useFailureText } from './failure-text.tsx';

/**
 * Shown in place of a sheet whose code failed to load; the page below stays. A native `<dialog>`, since the code of
 * `Sheet` may be missing.
 */
export function FailureSheet({ error, onClose }: { error: unknown; onClose(): void }) {
  const t = useTranslations();
  const text = useFailureText();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => closeByBack(() => dialog.current?.close()), []);
  return (
    <dialog ref={dialog} className={styles.sheet} aria-labelledby="lost-sheet-title" onClose={onClose}>
      <h2 id="lost-sheet-title" className={styles.title}>
        {t('state.failed')}
      </h2>
      <p role="status">{text(error)}</p>
      <div className={styles.acts}>
        <FailureAction error={error} />
        <Button look="quiet" onClick={() => dialog.current?.close()}>
          {t('actions.close')}
        </Button>
      </div>
    </dialog>
  );
}
