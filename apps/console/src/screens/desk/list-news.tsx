import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useText } from '../../features/language/use-text.ts';
import { useListContext } from '../../features/list/list-context.ts';
import { session } from '../../features/session/store.ts';
import { useDeskNews } from './use-desk-news.ts';

/** Each read of the list is logged, so events within this time share one. */
const GATHER_MS = 3_000;

/** Refetches the list after desk events while the page is visible. */
export function ListNews() {
  const t = useText();
  const { refetch } = useListContext();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const look = () => {
    timer.current = undefined;
    // A hidden page refetches when it gets visible again, a locked one after sign-in.
    if (document.visibilityState === 'visible' && session.read().status === 'in') void refetch();
  };
  const isLive = useDeskNews(({ what }) => {
    if (what !== 'typing') timer.current ??= setTimeout(look, GATHER_MS);
  });
  return <LiveLine text={isLive ? '' : t('desk.notLive')} />;
}

/** Shown only if the live updates are interrupted. */
export function LiveLine({ text }: { text: string }) {
  return (
    <Typography role="status" color="textSecondary" variant="body2" sx={text === '' ? { display: 'none' } : {}}>
      {text}
    </Typography>
  );
}
