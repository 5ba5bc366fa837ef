import { useEffect } from 'react';
import { later } from '../../ui/later.tsx';
import { usePageReplacedBy } from '../session/page-member.ts';
import { useSession } from '../session/use-session.ts';
import { noteMissing } from './line-state.ts';

/** The first screen comes first; what was missed until then is asked for anew. */
const Line = later(async () => {
  try {
    return (await import('./line.tsx')).Line;
  } catch {
    return Missing;
  }
});

/** Without its code nothing comes in by itself: the app says so, and offers to load the page anew. */
function Missing() {
  useEffect(noteMissing, []);
  return null;
}

/** Keeps the one line to the server open and feeds what arrives into the cached answers. */
export function Live() {
  const session = useSession();
  const isReplaced = usePageReplacedBy() !== null;
  if (session.status === 'unknown' || isReplaced) return null;
  // The line carries the session it was opened with: another member, another line.
  return <Line key={session.me?.id ?? 'visitor'} hasMember={session.me !== null} />;
}
