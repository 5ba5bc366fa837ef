import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { bookingsChanged, bookingsQuery } from '../../api/library/bookings.ts';
import { lookAgain } from '../../api/library/guide.ts';
import type { Host } from '../../api/shared/types.ts';
import { BookingCard } from '../../features/hosts/booking-card.tsx';
import { BookingForm } from '../../features/hosts/booking-form.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import styles from './profile.module.css';

const ENDED = ['declined', 'done'];

/** The member's open request with this host, or else the form for a new one. */
export function BookingPanel({ host }: { host: Host }) {
  const t = useTranslations('bookings');
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data, error } = useInfiniteQuery(bookingsQuery());
  const open = data?.pages
    .flatMap(({ items }) => items)
    .find(({ hostId, state }) => hostId === host.id && !ENDED.includes(state));
  if (data === undefined && error === null) return <Skeleton blocks={[60, 60, 60]} />;
  if (open !== undefined) {
    return (
      <BookingCard booking={open}>
        <ButtonLink look="plain" to={paths.servicePage({ id: open.threadId })}>
          {t('open')}
        </ButtonLink>
      </BookingCard>
    );
  }
  return (
    <>
      <p className={styles.lead}>{t('lead')}</p>
      <BookingForm
        host={host}
        onSent={({ threadId }) => {
          void bookingsChanged(client);
          void navigate(paths.servicePage({ id: threadId }));
        }}
        onStale={() => void lookAgain(client)}
      />
    </>
  );
}
