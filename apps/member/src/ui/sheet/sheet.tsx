import { Drawer } from '@base-ui/react/drawer';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useCloseOnBack } from '../close-on-back/use-close-on-back.ts';
import styles from './sheet.module.css';

/** The second tap of a double tap comes within this time. */
const ARRIVING_MS = 400;

interface SheetProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  /** Stays in view below the scrolling content. */
  footer?: ReactNode;
  /** Stands at the end of the page, over its whole height, instead of rising from the foot. */
  side?: boolean;
}

/**
 * A sheet that rises from the foot of the page. Focus stays inside; Escape, the cross, a pull down and the phone's back
 * key close it. While it rises, taps do nothing: the second tap of a double tap on the button that opened it would meet
 * whatever passes under the finger, or close the sheet.
 */
export function Sheet({ open, onOpenChange, title, description, children, footer, side = false }: SheetProps) {
  const t = useTranslations('actions');
  const isArriving = useArriving(open);
  useCloseOnBack(open, () => onOpenChange(false));
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(next, { reason }) => {
        if (!isArriving || reason !== 'outside-press') onOpenChange(next);
      }}
    >
      <Drawer.Portal>
        <Drawer.Backdrop className={styles.backdrop} />
        <Drawer.Viewport className={styles.viewport} data-side={side || undefined}>
          <Drawer.Popup className={styles.popup} data-side={side || undefined} data-arriving={isArriving || undefined}>
            <div className={styles.handle} aria-hidden="true" />
            <header className={styles.header}>
              <div>
                <Drawer.Title className={styles.title}>{title}</Drawer.Title>
                {description === undefined ? null : (
                  <Drawer.Description className={styles.description}>{description}</Drawer.Description>
                )}
              </div>
              <Drawer.Close className={styles.close}>
                <span className="visually-hidden">{t('close')}</span>
                <X size={22} strokeWidth={1.75} aria-hidden="true" />
              </Drawer.Close>
            </header>
            <Drawer.Content className={styles.content}>{children}</Drawer.Content>
            {footer === undefined ? null : <footer className={styles.footer}>{footer}</footer>}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}

/** True from the moment it opens until a second tap can no longer follow. */
function useArriving(open: boolean): boolean {
  const [hasArrived, setHasArrived] = useState(false);
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(() => setHasArrived(true), ARRIVING_MS);
    return () => {
      clearTimeout(timer);
      setHasArrived(false);
    };
  }, [open]);
  return open && !hasArrived;
}
