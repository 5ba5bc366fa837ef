import Typography from '@mui/material/Typography';
import type { Entry, FullThread } from '../../api/members/desk.ts';
import { EntryBubble, EntryLog } from '../../features/conversations/entry-log.tsx';
import { useText } from '../../features/language/use-text.ts';
import { SentFile } from './sent-file.tsx';
import type { Typist } from './use-live-thread.ts';

/** Messages of a conversation, scrolled to the newest. */
export function Entries({ thread, typist }: { thread: FullThread & { key: string }; typist: Typist }) {
  const t = useText();
  return (
    <>
      <EntryLog count={thread.said.length}>
        {thread.said.map((entry) => (
          <SaidEntry key={entry.n} entry={entry} thread={thread} />
        ))}
      </EntryLog>
      <Typography role="status" variant="body2" color="textSecondary" sx={{ minHeight: '1.43em', mt: 1 }}>
        {typist?.side === 'member' ? t('desk.typing') : typist ? t('desk.colleagueTyping', { name: typist.name }) : ''}
      </Typography>
    </>
  );
}

/** A message with its attachment. The house's messages say whether the member has read them. */
function SaidEntry({ entry, thread }: { entry: Entry; thread: FullThread & { key: string } }) {
  const t = useText();
  const { from, by, role, n, words, file, atMs } = entry;
  const isHouse = from === 'house';
  return (
    <EntryBubble
      {...(isHouse ? { author: by, role } : { author: thread.userName, role: null })}
      {...{ isHouse, atMs, text: words }}
    >
      {file === null ? null : <SentFile threadKey={thread.key} n={n} file={file} />}
      {isHouse ? (
        <Typography variant="caption" component="p" color="textSecondary" sx={{ textAlign: 'end' }}>
          {t(n <= thread.memberRead ? 'desk.seen' : 'desk.unseen')}
        </Typography>
      ) : null}
    </EntryBubble>
  );
}
