import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { Link, useSearchParams } from 'react-router';
import type { Inbox } from '../../api/members/desk.ts';
import { useNumberLocale, useText } from '../../features/language/use-text.ts';
import { useInbox } from './use-inbox.ts';

const BOXES = ['mine', 'unassigned', 'snoozed', 'back', 'all'] as const;
type BoxName = (typeof BOXES)[number];

/** Parts of the inbox with their counts. The address keeps which one is open, beside the other filters. */
export function InboxTabs() {
  const t = useText();
  const [search] = useSearchParams();
  const inbox = useInbox();
  const filter = filterIn(search.get('filter'));
  const chosen: BoxName = BOXES.find((box) => box === filter.box) ?? 'all';
  return (
    <Box sx={{ flexBasis: '100%', order: 1, minWidth: 0 }}>
      <Tabs
        value={chosen}
        variant="scrollable"
        scrollButtons={false}
        aria-label={t('desk.inbox')}
        sx={{ borderBottom: 1, borderColor: 'divider', minHeight: 40 }}
      >
        {BOXES.map((box) => (
          <Tab
            key={box}
            value={box}
            component={Link}
            to={{ search: searchOf(filter, box) }}
            label={inbox === undefined ? t(`desk.box.${box}`) : `${t(`desk.box.${box}`)} ${inbox[box]}`}
            sx={{ minHeight: 40 }}
          />
        ))}
      </Tabs>
      {inbox === undefined ? null : <Service inbox={inbox} />}
    </Box>
  );
}

/** The usual time to a first answer, and how members rate the conversations. */
function Service({ inbox: { firstAnswerMinutes, rating } }: { inbox: Inbox }) {
  const t = useText();
  const locale = useNumberLocale();
  const parts = [
    ...(firstAnswerMinutes === null ? [] : [t('desk.usualAnswer', { minutes: firstAnswerMinutes })]),
    ...(rating === null
      ? []
      : [t('desk.ratings', { average: rating.average.toLocaleString(locale), count: rating.count })]),
  ];
  if (parts.length === 0) return null;
  return (
    <Typography color="textSecondary" variant="body2" sx={{ mt: 1 }}>
      {parts.join(' · ')}
    </Typography>
  );
}

function filterIn(text: string | null): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text ?? '{}');
    return typeof read === 'object' && read !== null ? { ...read } : {};
  } catch {
    return {};
  }
}

/** The same filter in another part of the inbox, from its first page. Only open conversations are in the inbox. */
function searchOf({ box: _, ...filter }: Record<string, unknown>, box: BoxName): string {
  const next = { ...filter, state: 'open', ...(box === 'all' ? {} : { box }) };
  return `?${new URLSearchParams({ filter: JSON.stringify(next) })}`;
}
