import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { actOnBooking, bookingsChanged } from '../../api/library/bookings.ts';
import { asProblem } from '../../api/shared/problem.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Booking } from '../../api/shared/types.ts';
import { Button } from '../../ui/button/button.tsx';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { FormProblem } from '../forms/form-problem.tsx';
import { useAct } from '../forms/use-act.ts';
import styles from './booking.module.css';
import { BookingState } from './booking-state.tsx';
import { ownLanguageName } from './language-name.ts';

/** A booking request with its state, and what the member can do about it. */
export function BookingCard({ booking, children }: { booking: Booking; children?: React.ReactNode }) {
  const t = useTranslations('bookings');
  const hosts = useTranslations('hosts');
  const removed = useTranslations('hosts.report');
  const { state, proposal, service, language, day, hour, hostName } = booking;
  const when = useWhen();
  return (
    <section className={styles.card} aria-label={t('booking')}>
      <div className={styles.head}>
        <strong className={styles.name} dir="auto">
          {hostName === '' ? removed('removed') : hostName}
        </strong>
        <BookingState state={state} />
      </div>
      <p>
        {hosts(`service.${service}`)} · {ownLanguageName(language)}
        <br />
        {proposal === null ? (
          when(day, hour)
        ) : (
          <span className={styles.soft}>{t('was', { time: when(day, hour) })}</span>
        )}
      </p>
      {proposal === null ? null : (
        <div className={styles.proposal}>
          <strong>{t('proposes', { time: when(proposal.day, proposal.hour) })}</strong>
          {proposal.note === '' ? null : (
            <p className={styles.note} dir="auto">
              {proposal.note}
            </p>
          )}
        </div>
      )}
      <p className={styles.soft} role="status">
        <Outcome booking={booking} />
      </p>
      <BookingActs booking={booking} />
      {children}
    </section>
  );
}

/** "21 November 2026, 18:00", as on the clock of the host's city. */
function useWhen(): (day: string, hour: string) => string {
  const times = useTimes();
  return (day, hour) => `${times.utcDay(day)}, ${times.utcHour(hour)}`;
}

function Outcome({ booking: { state, declinedBy, declinedWhy } }: { booking: Booking }) {
  const t = useTranslations('bookings.text');
  if (state !== 'declined') return t(state);
  return declinedBy === 'house' ? t('declined', { why: declinedWhy ?? '' }) : t(declinedBy ?? 'gone');
}

function BookingActs({ booking }: { booking: Booking }) {
  const t = useTranslations('bookings');
  const [isAsking, setAsking] = useState(false);
  const accept = useBookingAct(booking, 'accept');
  const end = useBookingAct(booking, 'end');
  const { state } = booking;
  if (state === 'declined' || state === 'done') return null;
  return (
    <>
      <FormProblem text={accept.problemText ?? end.problemText} />
      <div className={styles.acts}>
        {state === 'proposed' ? (
          <SpendButton busy={accept.busy} onClick={accept.act}>
            {t('accept')}
          </SpendButton>
        ) : null}
        <Button look="quiet" busy={end.busy} aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t(state === 'proposed' ? 'decline' : 'withdraw')}
        </Button>
      </div>
      <Dialog
        open={isAsking}
        title={t('end.title')}
        actions={
          <>
            <SpendButton
              wide
              look="danger"
              onClick={() => {
                setAsking(false);
                end.act();
              }}
            >
              {t('end.yes')}
            </SpendButton>
            <Button wide look="quiet" onClick={() => setAsking(false)}>
              {t('end.no')}
            </Button>
          </>
        }
      >
        <p>{t('end.text')}</p>
      </Dialog>
    </>
  );
}

/** Every act is safe to repeat. After a refusal the request is loaded again, since the other side changed it. */
function useBookingAct(booking: Booking, act: 'accept' | 'end') {
  const client = useQueryClient();
  return useAct(async () => {
    try {
      await actOnBooking(booking, act);
    } catch (error) {
      if (asProblem(error).code === 'too-late') void bookingsChanged(client);
      throw error;
    }
    await Promise.all([bookingsChanged(client), client.invalidateQueries({ queryKey: keys.thread(booking.threadId) })]);
  });
}
