import { useTranslations } from 'use-intl';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import styles from './notice-line.module.css';

interface NoticesProps {
  items: { id: string; text: string }[];
  open: boolean;
  onOpenChange(open: boolean): void;
}

export function Notices({ items, open, onOpenChange }: NoticesProps) {
  const t = useTranslations('home');
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('notices')}>
      <ul className={styles.all}>
        {items.map((item) => (
          <li key={item.id}>{item.text}</li>
        ))}
      </ul>
    </Sheet>
  );
}
