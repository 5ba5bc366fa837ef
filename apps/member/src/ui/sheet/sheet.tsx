import { Drawer } from '@base-ui/react/drawer';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useRef, useState } from 'react';
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
  const { isArriving, wasArriving } = useArriving(open);
  useCloseOnBack(open, () => onOpenChange(false));
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(next, { reason, event }) => {
        if (reason !== 'outside-press' || !wasArriving(event.timeStamp)) onOpenChange(next);
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

interface Arrival {
  /** True from the moment it opens until a second tap can no longer follow. */
  isArriving: boolean;
  /** Whether it was arriving at the time of an event, which a busy page may handle later. */
  wasArriving(timeStamp: number): boolean;
}

function useArriving(open: boolean): Arrival {
  const [hasArrived, setHasArrived] = useState(false);
  const openedAt = useRef(0);
  useEffect(() => {
    if (!open) return;
    openedAt.current = performance.now();
    const timer = setTimeout(() => setHasArrived(true), ARRIVING_MS);
    return () => {
      clearTimeout(timer);
      setHasArrived(false);
    };
  }, [open]);
  const isArriving = open && !hasArrived;
  return {
    isArriving,
    wasArriving: (timeStamp) => isArriving || timeStamp < openedAt.current + ARRIVING_MS,
  };
}
