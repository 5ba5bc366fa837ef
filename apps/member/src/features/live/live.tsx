import { useEffect } from 'react';
import { deferred } from '../../ui/deferred.tsx';
import { usePageReplacedBy } from '../session/page-member.ts';
import { useAskAgain, useSession } from '../session/use-session.ts';
import { noteConnection, noteLost } from './connection-state.ts';

/**
 * Loaded after the first screen, then refetches what changed in the meantime. If its script fails to load, the app says
 * that nothing updates automatically.
 */
const Connection = deferred(
  async () => {
    try {
      return (await import('./connection.tsx')).Connection;
    } catch (error) {
      noteLost(error);
      throw error;
    }
  },
  { isInvisible: true },
);

/** Keeps the live stream open and feeds its events into the cached answers. */
export function Live() {
  const session = useSession();
  useAskAgain();
  const isReplaced = usePageReplacedBy() !== null;
  const isUnknown = session.status === 'unknown';
  const isCut = isUnknown && session.error !== null;
  useEffect(() => {
    if (isCut) noteConnection('cut');
  }, [isCut]);
  if (isUnknown || isReplaced) return null;
  // A stream belongs to the session that opened it, so another member gets a new one.
  return <Connection key={session.me?.id ?? 'visitor'} hasMember={session.me !== null} />;
}
