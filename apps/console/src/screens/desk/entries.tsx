import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import type { Entry, FullThread } from '../../api/members/desk.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { SentFile } from './sent-file.tsx';

/** Messages of a conversation, scrolled to the newest. */
export function Entries({ thread, isTyping }: { thread: FullThread & { key: string }; isTyping: boolean }) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const { said: stated } = thread;
  useEffect(() => {
    const shown = box.current;
    if (shown === null || stated.length === 0) return;
    const toEnd = () => shown.scrollTo({ top: shown.scrollHeight });
    toEnd();
    // Pictures change the height when they load.
    shown.addEventListener('load', toEnd, true);
    return () => shown.removeEventListener('load', toEnd, true);
  }, [stated.length]);
  return (
    <>
      <Box
        ref={box}
        role="log"
        aria-label={t('desk.said')}
        tabIndex={0}
        sx={{ maxHeight: '56vh', overflowY: 'auto', display: 'grid', gap: 1.5, p: 0.5 }}
      >
        {stated.map((entry) => (
          <SaidEntry key={entry.n} entry={entry} thread={thread} />
        ))}
      </Box>
      <Typography role="status" variant="body2" color="textSecondary" sx={{ minHeight: '1.43em', mt: 1 }}>
        {isTyping ? t('desk.typing') : ''}
      </Typography>
    </>
  );
}

/** A message: the house's on one side, the member's on the other, with the sender's name. */
function SaidEntry({ entry, thread }: { entry: Entry; thread: FullThread & { key: string } }) {
  const t = useText();
  const times = useTimes();
  const { from, by, role, n, words, file, atMs } = entry;
  const isHouse = from === 'house';
  const who = isHouse ? [by ?? t('desk.house'), ...(role === null ? [] : [roleName(t, role)])] : [thread.userName];
  return (
    <Box
      sx={{
        ...{ justifySelf: isHouse ? 'end' : 'start', maxWidth: { xs: '94%', sm: '75%' }, p: 1.5, borderRadius: 1 },
        ...{ border: 1, borderColor: 'divider', bgcolor: isHouse ? 'action.hover' : 'background.paper', minWidth: 0 },
      }}
    >
      <Typography variant="caption" component="p" color="textSecondary">
        {[...who, times.minute(atMs)].join(' · ')}
      </Typography>
      {words === '' ? null : (
        <Typography dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {words}
        </Typography>
      )}
      {file === null ? null : <SentFile threadKey={thread.key} n={n} file={file} />}
      {isHouse ? (
        <Typography variant="caption" component="p" color="textSecondary" sx={{ textAlign: 'end' }}>
          {t(n <= thread.memberRead ? 'desk.seen' : 'desk.unseen')}
        </Typography>
      ) : null}
    </Box>
  );
}

const ROLES = ['support', 'content', 'finance', 'auditor', 'owner'] as const;

function roleName(t: ReturnType<typeof useText>, role: string): string {
  const known = ROLES.find((one) => one === role);
  return known === undefined ? role : t(`role.${known}`);
}
