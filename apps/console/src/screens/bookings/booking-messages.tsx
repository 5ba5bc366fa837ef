import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ListedBooking } from '../../api/members/bookings.ts';
import { deskApi, type FullThread } from '../../api/members/desk.ts';
import { memberKey } from '../../api/shared/data-provider.ts';
import { EntryBubble, EntryLog } from '../../features/conversations/entry-log.tsx';
import { useText } from '../../features/language/use-text.ts';
import { LoadingList } from '../../features/list/list-states.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { Section } from '../../ui/section.tsx';

/** The messages of a booking's conversation. Staff reply in the conversation itself. Each read is logged. */
export function BookingMessages({ booking: { memberId, threadId } }: { booking: ListedBooking }) {
  const t = useText();
  const key = memberKey({ memberId, id: threadId });
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', 'said', key],
    queryFn: ({ signal }) => deskApi.one?.(key, signal),
    refetchOnWindowFocus: false,
  });
  return (
    <Section
      title={t('desk.said')}
      actions={
        <Button component={Link} to={`/desk/${key}/show`}>
          {t('bookings.conversation')}
        </Button>
      }
    >
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingList columns={1} />
      ) : (
        <Messages thread={data} />
      )}
    </Section>
  );
}

function Messages({ thread: { said, userName } }: { thread: FullThread }) {
  const t = useText();
  return (
    <EntryLog count={said.length}>
      {said.map(({ n, from, by, role, words, file, atMs }) => (
        <EntryBubble
          key={n}
          {...(from === 'house' ? { author: by, role } : { author: userName, role: null })}
          {...{ isHouse: from === 'house', atMs, text: words }}
        >
          {file === null ? null : (
            <Typography variant="caption" component="p" color="textSecondary">
              {t('bookings.file')}
            </Typography>
          )}
        </EntryBubble>
      ))}
    </EntryLog>
  );
}
