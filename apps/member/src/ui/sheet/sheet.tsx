import { Drawer } from '@base-ui/react/drawer';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useBackCloses } from '../back-closes/use-back-closes.ts';
import styles from './sheet.module.css';

interface SheetProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  /** Stays in view below the scrolling content. */
  footer?: ReactNode;
}

/**
 * A sheet that rises from the foot of the page. Focus stays inside; Escape, the cross, a pull down and the phone's back
 * key close it.
 */
export function Sheet({ open, onOpenChange, title, description, children, footer }: SheetProps) {
  const t = useTranslations('actions');
  useBackCloses(open, () => onOpenChange(false));
  return (
    <Drawer.Root open={open} onOpenChange={onOpenChange}>
      <Drawer.Portal>
        <Drawer.Backdrop className={styles.backdrop} />
        <Drawer.Viewport className={styles.viewport}>
          <Drawer.Popup className={styles.popup}>
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
