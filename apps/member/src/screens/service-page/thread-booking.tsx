import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { bookingQuery } from '../../api/library/bookings.ts';
import { hostQuery } from '../../api/library/guide.ts';
import type { FullDeskThread } from '../../api/shared/types.ts';
import { BookingCard } from '../../features/hosts/booking-card.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import styles from './entries.module.css';

/** The booking request that a conversation is about, if any. */
export function ThreadBooking({ thread }: { thread: FullDeskThread }) {
  const { data } = useQuery(bookingQuery(thread));
  if (data === undefined || data === null) return null;
  return (
    <div className={styles.booking}>
      <BookingCard booking={data}>{data.hostName === '' ? null : <ProfileLink hostId={data.hostId} />}</BookingCard>
    </div>
  );
}

function ProfileLink({ hostId }: { hostId: string }) {
  const t = useTranslations('bookings');
  const { data } = useQuery(hostQuery(hostId));
  if (data === undefined || data === null) return null;
  return (
    <ButtonLink look="plain" to={paths.profile(data)}>
      {t('profile')}
    </ButtonLink>
  );
}
