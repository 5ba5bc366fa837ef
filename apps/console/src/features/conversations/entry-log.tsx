import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTimes } from '../format/use-times.ts';
import { useText } from '../language/use-text.ts';

interface EntryLogProps {
  /** Number of entries. */
  count: number;
  children: ReactNode;
}

/** Entries of a conversation, scrolled to the newest. */
export function EntryLog({ count, children }: EntryLogProps) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = box.current;
    if (shown === null || count === 0) return;
    const toEnd = () => shown.scrollTo({ top: shown.scrollHeight });
    toEnd();
    // Pictures change the height when they load.
    shown.addEventListener('load', toEnd, true);
    return () => shown.removeEventListener('load', toEnd, true);
  }, [count]);
  return (
    <Box
      ref={box}
      role="log"
      aria-label={t('desk.said')}
      tabIndex={0}
      sx={{ maxHeight: '56vh', overflowY: 'auto', display: 'grid', gap: 1.5, p: 0.5 }}
    >
      {children}
    </Box>
  );
}

interface EntryBubbleProps {
  /** Written by staff. */
  isHouse: boolean;
  /** Name of the staff member, or of the other side; null for a staff member without a name. */
  author: string | null;
  /** Role of the staff member. */
  role: string | null;
  atMs: number;
  text: string;
  children?: ReactNode;
}

/** An entry: the house's on one side, the other's on the other, with the author's name. */
export function EntryBubble({ isHouse, author, role, atMs, text, children }: EntryBubbleProps) {
  const t = useText();
  const times = useTimes();
  const named = [author ?? t('desk.house'), ...(role === null ? [] : [roleName(t, role)])];
  return (
    <Box
      sx={{
        ...{ justifySelf: isHouse ? 'end' : 'start', maxWidth: { xs: '94%', sm: '75%' }, p: 1.5, borderRadius: 1 },
        ...{ border: 1, borderColor: 'divider', bgcolor: isHouse ? 'action.hover' : 'background.paper', minWidth: 0 },
      }}
    >
      <Typography variant="caption" component="p" color="textSecondary">
        {[...named, times.minute(atMs)].join(' · ')}
      </Typography>
      {text === '' ? null : (
        <Typography dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text}
        </Typography>
      )}
      {children}
    </Box>
  );
}

const ROLES = ['support', 'content', 'finance', 'auditor', 'owner'] as const;

function roleName(t: ReturnType<typeof useText>, role: string): string {
  const known = ROLES.find((one) => one === role);
  return known === undefined ? role : t(`role.${known}`);
}
