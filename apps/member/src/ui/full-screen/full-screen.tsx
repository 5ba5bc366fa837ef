import { Dialog } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { useCloseOnBack } from '../close-on-back/use-close-on-back.ts';
import styles from './full-screen.module.css';

interface FullScreenProps {
  open: boolean;
  onClose(): void;
  /** For screen readers only. */
  title: string;
  children: ReactNode;
}

/**
 * A dark layer over the whole screen, in both themes. It traps focus; Escape, its close button and the phone's back key
 * close it.
 */
export function FullScreen({ open, onClose, title, children }: FullScreenProps) {
  useCloseOnBack(open, onClose);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.popup}>
          <Dialog.Title className="visually-hidden">{title}</Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Close button, for use inside `FullScreen`. */
export function CloseFullScreen({ label }: { label: string }) {
  return (
    <Dialog.Close className={styles.close}>
      <span className="visually-hidden">{label}</span>
      <X size={24} strokeWidth={1.75} aria-hidden="true" />
    </Dialog.Close>
  );
}
