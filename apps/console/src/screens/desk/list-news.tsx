import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useListContext } from 'react-admin';
import { useText } from '../../features/language/use-text.ts';
import { session } from '../../features/session/store.ts';
import { useDeskNews } from './use-desk-news.ts';

/** Each look at the list is written down: what comes close together is shown by one. */
const GATHER_MS = 3_000;

/** Reads the list again when something is new at the desk, while somebody can see it. */
export function ListNews() {
  const t = useText();
  const { refetch } = useListContext();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const look = () => {
    timer.current = undefined;
    // A hidden page is read again when somebody comes back to it, a locked one when he has signed in.
    if (document.visibilityState === 'visible' && session.read().status === 'in') void refetch();
  };
  const isLive = useDeskNews(({ what }) => {
    if (what !== 'typing') timer.current ??= setTimeout(look, GATHER_MS);
  });
  return <LiveLine text={isLive ? '' : t('desk.notLive')} />;
}

/** Says only what is wrong. */
export function LiveLine({ text }: { text: string }) {
  return (
    <Typography role="status" color="textSecondary" variant="body2" sx={text === '' ? { display: 'none' } : {}}>
      {text}
    </Typography>
  );
}
