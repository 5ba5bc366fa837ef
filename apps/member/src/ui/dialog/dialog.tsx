import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { MouseEvent, ReactNode } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  /** Buttons, one below the other. Only they close the dialog. */
  actions: ReactNode;
}

/** A modal dialog that must be answered. It traps focus; Escape and taps outside do not close it. */
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

/** Without this, a tap outside the dialog would take its focus away. */
function keepFocus(event: MouseEvent<HTMLElement>): void {
  if (event.target === event.currentTarget) event.preventDefault();
}
