import { Drawer } from '@base-ui/react/drawer';
import X from 'lucide-react/icons/x';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useCloseOnBack } from '../close-on-back/use-close-on-back.ts';
import styles from './sheet.module.css';

/** Maximum time between the taps of a double tap. */
const ARRIVING_MS = 400;

interface SheetProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  /** Stays visible below the scrolling content. */
  footer?: ReactNode;
  /** Opens from the end of the page over its full height, not from the bottom. */
  side?: boolean;
  /** The element of the sheet. */
  popup?: RefObject<HTMLDivElement | null>;
  /** Receives the focus when the sheet opens, instead of its first control. */
  initialFocus?: RefObject<HTMLElement | null>;
}

/**
 * A sheet from the bottom of the page; on desktops a dialog in the middle. It traps focus. Escape, its close button, a
 * pull down and the phone's back key close it.
 *
 * It ignores taps while it opens: the second tap of a double tap could press a passing control or close the sheet.
 */
export function Sheet(props: SheetProps) {
  const { open, onOpenChange, title, description, children, footer, side = false, popup, initialFocus } = props;
  const t = useTranslations('actions');
  const { isArriving, wasArriving } = useArriving(open);
  const isMounted = useMounted();
  useCloseOnBack(open, () => onOpenChange(false));
  return (
    <Drawer.Root
      // A drawer that is open from its first render would appear without sliding in.
      open={open && isMounted}
      onOpenChange={(next, { reason, event }) => {
        if (reason !== 'outside-press' || !wasArriving(event.timeStamp)) onOpenChange(next);
      }}
    >
      <Drawer.Portal>
        <Drawer.Backdrop className={styles.backdrop} />
        <Drawer.Viewport className={styles.viewport} data-side={side || undefined}>
          <Drawer.Popup
            ref={popup}
            initialFocus={initialFocus}
            className={styles.popup}
            data-side={side || undefined}
            data-arriving={isArriving || undefined}
          >
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
            <Drawer.Content className={styles.content} data-sheet-content="">
              {children}
            </Drawer.Content>
            {footer === undefined ? null : <footer className={styles.footer}>{footer}</footer>}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}

/** False in the first render. */
function useMounted(): boolean {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return isMounted;
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
