import { useTranslations } from 'use-intl';
import type { Host } from '../../api/shared/types.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import { WEEKDAYS } from './availability.ts';
import styles from './booking.module.css';
import { useWeekdays } from './use-weekdays.ts';

/** Shows at most this many single dates off, the next ones. */
const DATES_MAX = 5;

/** The days on which a host can be booked, in words. */
export function AvailableDays({ host: { weekdays, daysOff } }: { host: Pick<Host, 'weekdays' | 'daysOff'> }) {
  const t = useTranslations('hosts');
  const times = useTimes();
  const names = useWeekdays('long');
  const days = names.filter(({ day }) => weekdays.includes(day)).map(({ name }) => name);
  return (
    <div>
      <p>{days.length === WEEKDAYS.length ? t('everyDay') : days.length === 0 ? t('noDays') : days.join(', ')}</p>
      {daysOff.length === 0 ? null : (
        <p className={styles.soft}>
          {t('daysOff', {
            days: daysOff
              .slice(0, DATES_MAX)
              .map((day) => times.utcDays(day))
              .join(', '),
          })}
        </p>
      )}
    </div>
  );
}
