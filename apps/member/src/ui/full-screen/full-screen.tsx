import { Dialog } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { useCloseOnBack } from '../close-on-back/use-close-on-back.ts';
import styles from './full-screen.module.css';

interface FullScreenProps {
  open: boolean;
  onClose(): void;
  /** Said to those who listen. */
  title: string;
  children: ReactNode;
}

/**
 * The whole screen for one thing, dark in both themes. Focus stays inside; Escape, its cross and the phone's back key
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

/** To stand within it. */
export function CloseFullScreen({ label }: { label: string }) {
  return (
    <Dialog.Close className={styles.close}>
      <span className="visually-hidden">{label}</span>
      <X size={24} strokeWidth={1.75} aria-hidden="true" />
    </Dialog.Close>
  );
}
