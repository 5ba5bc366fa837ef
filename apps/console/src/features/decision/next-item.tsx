import ArrowForward from '@mui/icons-material/ArrowForward';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { useText } from '../language/use-text.ts';
import { Failed } from '../problems/failed.tsx';
import { type DecisionQueue, type NextItem as Next, readNext } from './decision-queue.ts';

interface NextItemProps<Item extends object> {
  queue: DecisionQueue<Item>;
  /** Key of the item that the page shows. */
  current: string;
  /** True once this person has decided here. The next item then shows without being asked for. */
  isDecided: boolean;
}

/** Leads on to the next item of the queue, or says that the queue is empty. */
export function NextItem<Item extends object>({ queue, current, isDecided }: NextItemProps<Item>) {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const isShown = isDecided || isAsked;
  // Each read of the list is logged, so nothing is read before it is needed.
  const read = {
    queryKey: ['next-item', queue.page, current],
    queryFn: ({ signal }: { signal: AbortSignal }) => readNext(queue, current, signal),
  };
  const { data, error, refetch } = useQuery({ ...read, enabled: isShown, refetchOnWindowFocus: false });
  const skip = async () => {
    const next = await queries.fetchQuery({ ...read, staleTime: 0 }).catch(() => null);
    if (next === null) setIsAsked(true);
    else void navigate(next.to);
  };
  useKeys(isShown ? [] : [{ key: 'n', does: 'decision.skip', act: () => void skip() }]);
  if (!isShown) {
    return (
      <Button endIcon={<ArrowForward />} onClick={skip} aria-keyshortcuts="n" sx={{ alignSelf: 'flex-start' }}>
        {t('decision.skip')}
      </Button>
    );
  }
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={40} width="40%" />;
  return data === null ? <EmptyQueue page={queue.page} /> : <Found next={data} />;
}

/** The link has the focus, so that Enter leads on after a decision. */
function Found({ next: { to, name, left } }: { next: Next }) {
  const t = useText();
  const navigate = useNavigate();
  useKeys([{ key: 'n', does: 'decision.next', act: () => void navigate(to) }]);
  return (
    <Stack direction="row" spacing={2} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
      <Button
        ref={focusLink}
        component={RouterLink}
        to={to}
        variant="contained"
        endIcon={<ArrowForward />}
        aria-keyshortcuts="n"
      >
        {t('decision.nextNamed', { name })}
      </Button>
      <Typography role="status" color="textSecondary">
        {t('decision.left', { count: left })}
      </Typography>
    </Stack>
  );
}

/** React focuses no link by `autoFocus`. As the function is the same at each render, it runs once. */
function focusLink(link: HTMLElement | null): void {
  link?.focus();
}

function EmptyQueue({ page }: { page: string }) {
  const t = useText();
  return (
    <Alert severity="success" variant="outlined" role="status">
      {t('decision.queueEmpty')}{' '}
      <Link component={RouterLink} to={`/${page}`}>
        {t('decision.toList')}
      </Link>
    </Alert>
  );
}
