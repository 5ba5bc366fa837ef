import ConciergeBell from 'lucide-react/icons/concierge-bell';
import Flag from 'lucide-react/icons/flag';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button/button.tsx';
import styles from './profile.module.css';

interface ActsProps {
  /** Opens the booking form; undefined if it is on the screen. */
  onBook?: (() => void) | undefined;
  onReport(): void;
}

/** Buttons to book a host through the concierge, and to report the profile. */
export function Acts({ onBook, onReport }: ActsProps) {
  const t = useTranslations('hosts');
  return (
    <div className={styles.acts}>
      {onBook === undefined ? null : (
        <Button className={styles.book} onClick={onBook}>
          <ConciergeBell size={20} strokeWidth={1.75} aria-hidden="true" />
          {t('book')}
        </Button>
      )}
      <Button look="quiet" onClick={onReport}>
        <Flag size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('reportIt')}
      </Button>
    </div>
  );
}
