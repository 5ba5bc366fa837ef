import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ListedBooking } from '../../api/members/bookings.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { HostName } from '../../features/members/host-name.tsx';
import { memberLanguage } from '../../features/words/member-languages.ts';
import { useHouseWords } from '../../features/words/use-house-words.ts';
import { Fact, Facts } from '../../ui/fact.tsx';
import { Section } from '../../ui/section.tsx';

/** What the member requested, what the house proposed, and how it ended. */
export function BookingFacts({ booking }: { booking: ListedBooking }) {
  const t = useText();
  const times = useTimes();
  const words = useHouseWords();
  const { proposal, declinedBy, declinedWhy, hostIsShown } = booking;
  const when = ({ day, hour }: { day: string; hour: string }) => t('bookings.at', { day: times.day(day), hour });
  return (
    <Section title={t('bookings.facts')}>
      <Facts>
        <Fact label={t('desk.host')}>
          <HostName hostId={booking.hostId} name={booking.hostName} />
          {hostIsShown ? null : ` · ${t('desk.booking.hidden')}`}
        </Fact>
        <Fact label={t('hosts.city')}>{words(booking.city, 'name')}</Fact>
        <Fact label={t('desk.booking.service')}>{t(`hosts.service.${booking.service}`)}</Fact>
        <Fact label={t('desk.language')}>{memberLanguage(booking.language).name}</Fact>
        <Fact label={t('desk.booking.asked')}>
          {when(booking)}
          <Small>{t('bookings.hostClock')}</Small>
        </Fact>
        <Fact label={t('desk.booking.note')}>
          <Words text={booking.note === '' ? t('bookings.noNote') : booking.note} />
        </Fact>
        {proposal === null ? null : (
          <Fact label={t('desk.booking.proposed')}>
            {when(proposal)}
            {proposal.note === '' ? null : <Words text={proposal.note} />}
          </Fact>
        )}
        {declinedBy === null ? null : (
          <Fact label={t('desk.booking.declinedBy')}>
            {t(`desk.booking.by.${declinedBy}`)}
            {declinedWhy === null ? null : <Words text={declinedWhy} />}
          </Fact>
        )}
        <Fact label={t('bookings.asked')}>{times.exact(booking.atMs)}</Fact>
        {booking.changedAtMs === booking.atMs ? null : (
          <Fact label={t('desk.booking.changed')}>{times.exact(booking.changedAtMs)}</Fact>
        )}
      </Facts>
    </Section>
  );
}

/** A text as it was typed. */
function Words({ text }: { text: string }) {
  return (
    <Box component="span" dir="auto" sx={{ display: 'block', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </Box>
  );
}

function Small({ children }: { children: string }) {
  return (
    <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
      {children}
    </Typography>
  );
}
