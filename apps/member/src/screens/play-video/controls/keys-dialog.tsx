import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../../ui/button/button.tsx';
import { useCloseOnBack } from '../../../ui/close-on-back/use-close-on-back.ts';
import styles from './keys-dialog.module.css';

/** The player's keys. A native dialog inside the player, so that it also shows in full screen. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const t = useTranslations();
  const dialog = useRef<HTMLDialogElement>(null);
  useCloseOnBack(true, onClose);
  useEffect(() => dialog.current?.showModal(), []);
  const lines: [keys: string[], does: string][] = [
    [['Space'], t('player.keys.play')],
    [['←'], t('player.keys.back')],
    [['→'], t('player.keys.forward')],
    [['M'], t('player.mute')],
    [['F'], t('player.full')],
    [['C'], t('player.captions')],
    [['?'], t('player.keys.list')],
  ];
  const focused: typeof lines = [
    [['↑', '↓'], t('player.keys.volume')],
    [['Home'], t('player.keys.start')],
    [['End'], t('player.keys.end')],
  ];
  return (
    <dialog
      ref={dialog}
      dir={document.documentElement.dir}
      aria-label={t('player.keys.title')}
      className={styles.dialog}
      onClose={onClose}
    >
      <header className={styles.header}>
        <h2 className={styles.title}>{t('player.keys.title')}</h2>
        <IconButton label={t('actions.close')} onClick={onClose}>
          <X size={20} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </header>
      <KeyList lines={lines} />
      <h3 className={styles.subtitle}>{t('player.keys.focus')}</h3>
      <KeyList lines={focused} />
    </dialog>
  );
}

function KeyList({ lines }: { lines: [keys: string[], does: string][] }) {
  return (
    <dl className={styles.keys}>
      {lines.map(([keys, does]) => (
        <div key={does} className={styles.line}>
          <dt dir="ltr">
            {keys.map((key) => (
              <kbd key={key} className={styles.key}>
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
