import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import type { Queue } from '../../api/money/figures.ts';
import { useText } from '../../features/language/use-text.ts';
import { rowsAt } from '../../features/pages/page-paths.ts';
import { AnnounceSettings } from '../../features/queues/announce-settings.tsx';
import { useQueueText } from '../../features/queues/use-queue-text.ts';

/** Links to the empty queues, and how new items are announced. */
export function QueuesBelow({ empty }: { empty: readonly Queue[] }) {
  return (
    <>
      <EmptyQueues items={empty} />
      <AnnounceSettings />
    </>
  );
}

function EmptyQueues({ items }: { items: readonly Queue[] }) {
  const t = useText();
  const textOf = useQueueText();
  if (items.length === 0) return null;
  return (
    <Typography variant="body2" color="textSecondary" component="div">
      {t('queues.empty')}{' '}
      {items.map((one, index) => (
        <span key={one.queue}>
          {index === 0 ? '' : ' · '}
          <Link
            component={RouterLink}
            to={rowsAt(one.path)}
            color="textSecondary"
            underline="hover"
            aria-label={textOf(one)}
            sx={{ whiteSpace: 'nowrap' }}
          >
            {t(`dashboard.queue.${one.queue}`)}
          </Link>
        </span>
      ))}
    </Typography>
  );
}
