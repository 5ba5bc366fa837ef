import ConciergeBell from 'lucide-react/icons/concierge-bell';
import Flag from 'lucide-react/icons/flag';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Host } from '../../api/shared/types.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import styles from './profile.module.css';

/** Buttons to book a host through the concierge, and to report the profile. */
export function Acts({ host, onReport }: { host: Host; onReport(): void }) {
  const t = useTranslations('hosts');
  const [booking, setBooking] = useState(false);
  return (
    <div className={styles.acts}>
      <Button className={styles.book} onClick={() => setBooking(true)}>
        <ConciergeBell size={20} strokeWidth={1.75} aria-hidden="true" />
        {t('book')}
      </Button>
      <Button look="quiet" onClick={onReport}>
        <Flag size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('reportIt')}
      </Button>
      <Sheet open={booking} onOpenChange={setBooking} title={t('booking.title', { name: host.name })}>
        <ol className={styles.steps}>
          {(['write', 'arrange', 'money'] as const).map((step) => (
            <li key={step}>{t(`booking.${step}`)}</li>
          ))}
        </ol>
        {host.example ? <p className={styles.note}>{t('booking.example')}</p> : null}
        <ButtonLink wide to={paths.servicePage({ host: host.id, name: host.name })}>
          {t('booking.go')}
        </ButtonLink>
        <p className={styles.note}>{t('booking.nothingSent')}</p>
      </Sheet>
    </div>
  );
}
