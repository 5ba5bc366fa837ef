import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { MouseEvent, ReactNode } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  /** The answers, one below the other. They alone close it. */
  actions: ReactNode;
}

/** Something to be answered before all else: the focus stays inside, and neither Escape nor a tap beside closes it. */
export function Dialog({ open, title, children, actions }: DialogProps) {
  return (
    <AlertDialog.Root open={open}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} forceRender />
        <AlertDialog.Viewport className={styles.viewport} onMouseDown={keepFocus}>
          <AlertDialog.Popup className={styles.popup}>
            <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
            <AlertDialog.Description render={<div />} className={styles.text}>
              {children}
            </AlertDialog.Description>
            <div className={styles.actions}>{actions}</div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** A tap beside it would take the focus out of it. */
function keepFocus(event: MouseEvent<HTMLElement>): void {
  if (event.target === event.currentTarget) event.preventDefault();
}
